package io.millrace.kafka;

import io.millrace.service.Counting;
import io.millrace.service.ExternalSource;
import io.millrace.service.Outputs;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import io.millrace.wire.WireTypes;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A source that reads one partition of a topic: each record is a call, and its offset is its index. So a restart
 * continues exactly after the newest record in the output, whatever a broker knows of it: no group is joined and no
 * offset is stored there. Several partitions are several sources with a channel each.
 *
 * <p>Records of transactions are taken once those are committed. The id of the topic is kept with the output; a topic
 * that was made anew under the same name is refused. While brokers are away the source waits for them, without an end.
 * Reading and waiting happen on a thread of its own; {@link #poll} never waits. Used by one thread.
 */
public final class KafkaSource implements ExternalSource, Counting {
    /** What exactness depends on. */
    private static final Set<String> RESERVED = Set.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG);

    private final SourceSettings settings;
    private final ClientSettings client;
    private final BadRecords badRecords;
    private final RecordCalls calls;
    private PartitionReader reader;
    private FetchedRecords fetched;
    private int taken;
    private long bad;
    private long lastOffset = -1;

    /**
     * Creates a source that reads nothing yet.
     *
     * @param outputs takes the calls
     * @param calls the interface of the calls; when left out, the calls are those that the schemas in the headers
     *     describe, and no class of them is needed: {@link RecordFormat#JSON} or {@link RecordFormat#BINARY}
     * @param types further types that messages may have
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param topic the topic
     * @param partition the partition, from 0 on
     * @param format how values are read; {@link RecordFormat#JSON} by default
     * @param method the method that every record without a schema is a call of; by default the header {@code
     *     millrace.method} says it, or the interface has one alone
     * @param decoder a {@link RecordDecoder}, in place of a format
     * @param first where to begin for the first time; {@link FirstRecord#OLDEST} by default
     * @param end when to end; {@link SourceEnd#NEVER} by default
     * @param badRecords what to do with a record that is no call; {@link BadRecords#STOP} by default
     * @param deletedRecords what to do where unread records were deleted; {@link DeletedRecords#STOP} by default
     * @param partitions how many partitions of the topic are read by sources; the source of partition 0 warns where
     *     the topic has more. By default it warns where there are more than there were when it began
     * @param client a file of properties with settings of Kafka's consumer, security for example
     * @param settings such settings as {@code name=value}, which win over the file
     * @throws KafkaServiceException where settings are missing or do not fit each other
     */
    public KafkaSource(
            Outputs outputs,
            Optional<Class<?>> calls,
            WireTypes types,
            String servers,
            String topic,
            int partition,
            Optional<RecordFormat> format,
            Optional<String> method,
            Optional<Class<?>> decoder,
            Optional<FirstRecord> first,
            Optional<SourceEnd> end,
            Optional<BadRecords> badRecords,
            Optional<DeletedRecords> deletedRecords,
            Optional<Integer> partitions,
            Optional<Path> client,
            List<String> settings) {
        if (partition < 0 || partitions.orElse(1) < 1) {
            throw new KafkaServiceException("partitions are counted from 0, and one is read at least topic=" + topic
                    + " partition=" + partition + " partitions=" + partitions.orElse(0));
        }
        this.settings = new SourceSettings(
                topic,
                partition,
                partitions.orElse(0),
                first.orElse(FirstRecord.OLDEST),
                end.orElse(SourceEnd.NEVER),
                deletedRecords.orElse(DeletedRecords.STOP));
        this.client = ClientSettings.of(servers, client, settings, RESERVED);
        this.badRecords = badRecords.orElse(BadRecords.STOP);
        RecordFormat itsFormat = format.orElse(RecordFormat.JSON);
        this.calls = calls.isPresent()
                ? new TypedCalls(outputs, calls.get(), types, itsFormat, method, decoder)
                : new DescribedCalls(outputs, itsFormat, method, decoder);
    }

    @Override
    public void open(long resumeAfter) {
        lastOffset = resumeAfter;
        ClientLogging.prepare();
        reader = new PartitionReader(settings, client, resumeAfter < 0 ? -1 : resumeAfter + 1);
        reader.start();
    }

    @Override
    public Progress poll(SourceContext context) {
        while (fetched == null || taken == fetched.records().size()) {
            if (fetched != null && fetched.isLast()) {
                return Progress.ENDED;
            }
            fetched = reader.poll();
            taken = 0;
            if (fetched == null) {
                return Progress.IDLE;
            }
            context.origin(fetched.origin());
        }
        ConsumerRecord<byte[], byte[]> record = fetched.records().get(taken++);
        context.index(record.offset());
        lastOffset = record.offset();
        call(record);
        return Progress.EMITTED;
    }

    private void call(ConsumerRecord<byte[], byte[]> record) {
        try {
            calls.call(record);
        } catch (BadRecordException e) {
            String where = settings.where() + " offset=" + record.offset();
            if (badRecords == BadRecords.STOP) {
                throw new KafkaServiceException(
                        "a record is no call; badRecords=SKIP passes over such records " + where + ": "
                                + e.getMessage(),
                        e);
            }
            bad++;
            System.getLogger(KafkaSource.class.getPackageName())
                    .log(Level.WARNING, "a bad record was passed over {0} reason={1}", where, e.getMessage());
        }
    }

    /**
     * Returns a count of this run: {@code badRecords}, those passed over; {@code partitions}, how many the topic has;
     * {@code left}, how many offsets were before the end of the partition when it was asked for last, 0 before.
     */
    @Override
    public long count(String what) {
        return switch (what) {
            case "badRecords" -> bad;
            case "partitions" -> reader == null ? 0 : reader.partitions();
            case "left" -> reader == null ? 0 : Math.max(0, reader.end() - lastOffset - 1);
            default ->
                throw new KafkaServiceException("a source has no such count count=" + what
                        + " known=badRecords,partitions,left topic=" + settings.topic());
        };
    }

    @Override
    public void close() {
        if (reader != null) {
            PartitionReader closing = reader;
            reader = null;
            closing.close();
        }
    }
}
