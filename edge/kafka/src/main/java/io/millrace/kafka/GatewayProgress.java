package io.millrace.kafka;

import io.millrace.journal.Index;
import io.millrace.service.FencedException;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayInput;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How far a gateway has published each input, by its position records, compared with its journals. Both are stored
 * apart, so either may have been restored, copied or deleted without the other. Used by one thread.
 */
final class GatewayProgress {
    private final GatewayContext context;
    private final String topic;
    private final Set<String> otherJournals;
    private final Map<String, StoredPosition> positions = new HashMap<>();

    GatewayProgress(GatewayContext context, String topic, Set<String> otherJournals) {
        this.context = context;
        this.topic = topic;
        this.otherJournals = otherJournals;
    }

    /** Takes over what the topic has of this gateway, under any of its names. */
    void read(Map<String, byte[]> records, PositionCodec codec) {
        positions.clear();
        Set<String> unknown = new LinkedHashSet<>();
        Set<String> inputs = inputs();
        records.forEach((key, value) -> {
            String identity = identity(key);
            String journalId = journalId(key);
            if (!context.isOwn(identity)) {
                return;
            }
            if (inputs.contains(journalId)) {
                positions.merge(
                        journalId,
                        codec.decode(key, value),
                        (some, other) -> some.index() > other.index() ? some : other);
            } else if (topology(identity).equals(context.topology())
                    && codec.decode(key, value).index() != Index.NONE) {
                unknown.add(journalId);
            }
        });
        positions.values().removeIf(position -> position.index() == Index.NONE);
        unknown.removeAll(otherJournals);
        check(unknown);
    }

    /**
     * Checks that no other run has taken over since this one did.
     *
     * @param records the newest records, also uncommitted ones: the run that wrote one has had the transactional id
     * @throws FencedException where one has
     */
    static void checkPublisher(
            GatewayContext context, Map<String, byte[]> records, PositionCodec codec, String publisher) {
        for (GatewayInput input : context.inputs()) {
            String key = context.identity() + "/" + input.journalId();
            byte[] value = records.get(key);
            String other = value == null ? null : codec.decode(key, value).publisher();
            if (other != null && !other.equals(publisher)) {
                throw new FencedException("another process publishes for this gateway gateway=" + context.identity()
                        + " publisher=" + other + " thisPublisher=" + publisher);
            }
        }
    }

    /** Returns the position of each input, by the id of its journal, as the run that publishes from now on has it. */
    Map<String, StoredPosition> claimed(String publisher) {
        Map<String, StoredPosition> claimed = new LinkedHashMap<>();
        for (String journalId : inputs()) {
            StoredPosition stored = positions.get(journalId);
            claimed.put(journalId, stored == null ? StoredPosition.none(publisher) : stored.by(publisher));
        }
        return claimed;
    }

    private Set<String> inputs() {
        Set<String> inputs = new LinkedHashSet<>();
        context.inputs().forEach(input -> inputs.add(input.journalId().toString()));
        return inputs;
    }

    private static String identity(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('/')));
    }

    private static String journalId(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    private static String topology(String identity) {
        return identity.substring(0, Math.max(0, identity.lastIndexOf('/')));
    }

    /** Throws {@link KafkaServiceException} where topic and journals are not of the same run. */
    private void check(Set<String> unknown) {
        List<GatewayInput> inputs = context.inputs();
        Set<String> added = new LinkedHashSet<>();
        for (GatewayInput input : inputs) {
            if (!positions.containsKey(input.journalId().toString())) {
                added.add(input.channel());
            }
        }
        if (!added.isEmpty() && !unknown.isEmpty()) {
            throw new KafkaServiceException(
                    "there are position records of this gateway for journals that it does not read, and none for"
                            + " channels that it reads; if those journals were deleted, their calls would be published"
                            + " again: restore them, or, where their calls are not those of these channels, name them"
                            + " in the gateway's argument otherJournals gateway=" + context.identity()
                            + " progressTopic="
                            + topic + " channels=" + added + " otherJournals=" + unknown);
        }
        inputs.forEach(this::check);
    }

    private void check(GatewayInput input) {
        StoredPosition stored = positions.get(input.journalId().toString());
        long index = stored == null ? Index.NONE : stored.index();
        if (index > input.lastIndex()) {
            throw new KafkaServiceException(
                    "a position record is beyond the end of its journal; the journal is an older"
                            + " copy or another one: restore a newer copy of it " + where(input) + " storedIndex="
                            + Index.toText(index) + " lastIndex=" + Index.toText(input.lastIndex()));
        }
        if (index < input.resumeAfter()) {
            throw new KafkaServiceException("the position record of an answered call is missing; the topic was deleted,"
                    + " or the brokers have lost its end " + where(input) + " answeredIndex="
                    + Index.toText(input.resumeAfter()) + " storedIndex="
                    + (stored == null ? "none" : Index.toText(index)));
        }
        if (stored != null && !context.holds(input, index, stored.checksum())) {
            throw new KafkaServiceException(
                    "a position record is of a call that is not in its journal; the journal is an"
                            + " older copy or another one: restore a newer copy of it " + where(input) + " storedIndex="
                            + Index.toText(index));
        }
    }

    private String where(GatewayInput input) {
        return "gateway=" + context.identity() + " progressTopic=" + topic + " channel=" + input.channel() + " journal="
                + input.journalId();
    }

    /** Returns the position at or after a request that was published or refused before; null where it was not. */
    StoredPosition answered(RequestKey request) {
        StoredPosition stored = positions.get(request.journalId());
        return stored == null || stored.index() < request.index() ? null : stored;
    }

    /** Notes positions whose transaction is committed. */
    void committed(Map<String, StoredPosition> newer) {
        positions.putAll(newer);
    }
}
