package io.millrace.kafka;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.journal.SeekResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Writes the positions of a {@link KafkaGateway} again, where its progress topic has lost them: up to the newest
 * outcome of each input, since everything up to there was published or refused. Calls after it that were published and
 * have no outcome yet, as after a kill, are published a second time by the next run.
 */
public final class GatewayPositions {
    private GatewayPositions() {}

    /**
     * Writes the positions of those inputs whose position is missing or before the newest outcome. A run of the gateway
     * is fenced, and ends.
     *
     * @param identity the name of the gateway, after that of its topology and a slash if it has one
     * @param outcomes what the gateway writes; it is read
     * @param inputs what the gateway reads
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param progressTopic the topic of positions, which is created if missing
     * @param client a file of properties with settings of Kafka's clients
     * @param settings such settings as {@code name=value}, which win over the file
     * @return of each input that has an outcome, by the name of its channel, the index of its newest
     * @throws KafkaServiceException where outcomes and inputs do not belong together, or brokers are away or refuse
     */
    public static SequencedMap<String, Long> restore(
            String identity,
            Channel outcomes,
            List<Channel> inputs,
            String servers,
            String progressTopic,
            Optional<Path> client,
            List<String> settings) {
        ClientLogging.prepare();
        ClientSettings itsClient = ClientSettings.of(servers, client, settings, Set.of());
        SequencedMap<String, Long> answered = new LinkedHashMap<>();
        Map<String, StoredPosition> found = new LinkedHashMap<>();
        String publisher = Publisher.name();
        for (Channel input : inputs) {
            String journalId = id(input).toString();
            long index = newest(outcomes, journalId);
            if (index != Index.NONE) {
                answered.put(input.name(), index);
                found.put(
                        journalId,
                        new StoredPosition(
                                StoredPosition.VERSION, index, checksum(input, index), List.of(), publisher));
            }
        }
        String name = identity.substring(identity.lastIndexOf('/') + 1);
        String id = KafkaGateway.transactionalId(name, id(outcomes));
        ProgressTopic topic = new ProgressTopic(progressTopic, itsClient, id);
        try (TopicCheck topics = TopicCheck.of(itsClient, id)) {
            topic.create(topics);
            try (Transactions transactions = Transactions.init(itsClient, id)) {
                transactions.commit(
                        missing(identity, found, topic.read(), progressTopic), new TransactionRecords(publisher));
            }
        } catch (KafkaException e) {
            throw new KafkaServiceException(
                    "positions cannot be written gateway=" + identity + " progressTopic=" + progressTopic + " servers="
                            + servers + ": " + itsClient.said(e),
                    itsClient.cause(e));
        }
        return answered;
    }

    private static JournalId id(Channel channel) {
        return channel.journal().orElseThrow().id();
    }

    private static List<ProducerRecord<byte[], byte[]>> missing(
            String identity, Map<String, StoredPosition> found, Map<String, byte[]> stored, String topic) {
        PositionCodec codec = new PositionCodec();
        List<ProducerRecord<byte[], byte[]>> missing = new ArrayList<>();
        found.forEach((journalId, position) -> {
            String key = identity + "/" + journalId;
            byte[] before = stored.get(key);
            if (before == null || codec.decode(key, before).index() < position.index()) {
                missing.add(
                        new ProducerRecord<>(topic, 0, PositionCodec.key(identity, journalId), codec.encode(position)));
            }
        });
        return missing;
    }

    /** Returns the index of the newest call of a journal that has an outcome. */
    private static long newest(Channel outcomes, String journalId) {
        try (ChannelCursor cursor = outcomes.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry != Entry.CALL || cursor.history().size() == 0) {
                    continue;
                }
                int newest = cursor.history().size() - 1;
                String of = cursor.history()
                        .source(newest)
                        .journalId()
                        .map(JournalId::toString)
                        .orElse("");
                String method = cursor.schema().methodName();
                if (of.equals(journalId) && (method.equals("published") || method.equals("refused"))) {
                    return cursor.history().index(newest);
                }
            }
        }
        return Index.NONE;
    }

    private static long checksum(Channel input, long index) {
        try (ChannelCursor cursor = input.cursor()) {
            if (cursor.seek(index) != SeekResult.FOUND || cursor.next() != Entry.CALL || cursor.index() != index) {
                throw new KafkaServiceException("an outcome is of a call that its channel does not have channel="
                        + input.name() + " journal=" + id(input) + " index=" + Index.toText(index));
            }
            return cursor.checksum();
        }
    }
}
