package io.millrace.client;

import java.util.List;
import java.util.Optional;

/** Asks for the snapshots of subscriptions, range by range. Guarded by the lock of the {@link Conversation}. */
final class RangeQueries {

    private final Conversation conversation;

    RangeQueries(Conversation conversation) {
        this.conversation = conversation;
    }

    /** Asks for the next range, where one is missing, may come, and the server knows the subscription. */
    void ask(Following following) {
        Ranges ranges = following.ranges().orElse(null);
        if (ranges == null || following.ended().isPresent()) {
            return;
        }
        if (ranges.asked().filter(query -> query.result().isDone()).isPresent()) {
            ranges.forgetAsked(); // no connection came for so long that all queries were given up
        }
        if (ranges.isMissing() && following.mayTakeRange()) {
            Snapshot snapshot = ranges.snapshot();
            Invocation query = Invocation.json(snapshot.query(), ranges.arguments());
            ranges.ask(conversation.ask(snapshot.channel(), query, following.as()));
        }
    }

    /** Takes the answer to such a query. */
    void answered(Following following, ServerAnswer answer, List<Runnable> actions) {
        if (following == null) {
            return;
        }
        Ranges ranges = following.ranges().orElseThrow();
        if (answer.has("error")) {
            fail(following, answer.text("error"), actions);
            return;
        }
        String position = answer.text("position");
        List<Message> rows;
        try {
            rows = ranges.take(answer.result().json(), position);
        } catch (ClientException e) {
            fail(following, String.valueOf(e.getMessage()), actions);
            return;
        }
        following.rangeReceived(rows.size());
        for (Message row : rows) {
            actions.add(conversation.delivery(
                    following, position, () -> following.handler().message(row)));
        }
        if (ranges.isLive()) {
            long as = following.as();
            actions.add(() -> {
                if (as == following.as() && following.ended().isEmpty()) {
                    ranges.snapshot().onLive().accept(position);
                }
            });
        }
        conversation.sendMore(following);
        ask(following);
    }

    /** Ends a subscription whose snapshot cannot be made. */
    void fail(Following following, String reason, List<Runnable> actions) {
        conversation.cancelFollowing(following);
        conversation.end(following, "the snapshot has failed reason=" + reason, actions);
    }

    /** Begins the snapshot anew, where there is one. */
    void restart(Following following, String reason, List<Runnable> actions) {
        Optional<Ranges> ranges = following.ranges();
        if (ranges.isPresent()) {
            forget(following);
            ranges.get().restart();
            actions.add(() -> ranges.get().snapshot().onRestart().accept(reason));
        }
    }

    /** Begins anew after the newest message, where a subscription with a snapshot cannot continue where it was. */
    boolean restarts(Following following, String reason, List<Runnable> actions) {
        if (following == null || following.ranges().isEmpty() || !following.forgetPosition()) {
            return false;
        }
        restart(following, reason, actions);
        return true;
    }

    /** Forgets what was asked for a subscription. */
    void forget(Following following) {
        following.ranges().flatMap(Ranges::asked).ifPresent(query -> conversation.cancelQuery(query.number()));
        following.ranges().ifPresent(Ranges::forgetAsked);
    }
}
