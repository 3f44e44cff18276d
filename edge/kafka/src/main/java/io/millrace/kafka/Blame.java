package io.millrace.kafka;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Which records of a failed transaction can never be sent. The client also reports the error of a bad record for others
 * that it had not sent yet, by the same object; and a broker may refuse several records by one error, without saying
 * which of them is bad. So an error of several records blames none of them alone, unless it is the client's own.
 *
 * @param bad those that can never be sent
 * @param suspects those among which one is bad, where {@code bad} is empty; each must be sent alone to tell which
 * @param position the failure of a record that says how far the gateway is, where that is to blame
 */
record Blame(List<SendFailure> bad, List<SendFailure> suspects, Optional<SendFailure> position) {

    static Blame of(List<SendFailure> failures) {
        IdentityHashMap<Throwable, Integer> calls = new IdentityHashMap<>();
        Set<Throwable> own = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SendFailure failure : failures) {
            if (failure.request() != null) {
                calls.merge(failure.error(), 1, Integer::sum);
            }
            if (failure.isOwn()) {
                own.add(failure.error());
            }
        }
        List<SendFailure> bad = new ArrayList<>();
        List<SendFailure> shared = new ArrayList<>();
        Optional<SendFailure> position = Optional.empty();
        for (SendFailure failure : failures) {
            if (!Failures.isOfRecord(failure.error()) || (own.contains(failure.error()) && !failure.isOwn())) {
                continue;
            }
            if (failure.request() == null) {
                boolean isAlone = !calls.containsKey(failure.error());
                position = position.isEmpty() && isAlone ? Optional.of(failure) : position;
            } else if (Failures.isOfTopic(failure.error())) {
                if (isOf(failure)) {
                    bad.add(failure);
                }
            } else if (failure.isOwn() || calls.get(failure.error()) == 1) {
                bad.add(failure);
            } else {
                shared.add(failure);
            }
        }
        return new Blame(bad, bad.isEmpty() ? shared : List.of(), position);
    }

    /** Returns whether an error of topics names the topic of the record, or none. */
    private static boolean isOf(SendFailure failure) {
        Set<String> named = switch (failure.error()) {
            case TopicAuthorizationException e -> e.unauthorizedTopics();
            case InvalidTopicException e -> e.invalidTopics();
            default -> Set.of();
        };
        return named.isEmpty() || named.contains(failure.topic());
    }
}
