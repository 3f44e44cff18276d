package io.millrace.kafka;

import io.millrace.service.Counting;
import io.millrace.service.ExternalSource;
import io.millrace.service.Outputs;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A source that reads one partition of a topic, or all of them: each record is a call, and its offset is its index. So
 * a restart continues exactly after the newest record of each partition in the output, whatever a broker knows of it:
 * no group is joined. Where reading begins is kept with the output as soon as it is chosen. All partitions of a topic
 * are read by one consumer, on one thread, into one channel; a partition that is added later is read from its first
 * record on.
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

    private static final int SHOWN_CHARACTERS = 500;

    private final SourceSettings settings;
    private final ClientSettings client;
    private final BadRecords badRecords;
    private final RecordCalls calls;

    /** Takes bad records; null where they make no call. */
    private final KafkaBadRecords badCalls;

    private final TakenOffsets offsets = new TakenOffsets();
    private final List<String> streams = new ArrayList<>();
    private volatile TopicReader reader;
    private FetchedRecords fetched;
    private int taken;
    private long bad;

    /** Whether the newest fetch may have read further than its last records. */
    private boolean mayPass;

    /**
     * Creates a source that reads nothing yet.
     *
     * @param outputs takes the calls
     * @param calls the interface of the calls; when left out, the calls are those that the schemas in the headers
     *     describe, and no class of them is needed: {@link RecordFormat#JSON} or {@link RecordFormat#BINARY}
     * @param types further types that messages may have
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param topic the topic
     * @param partition the partition, from 0 on; when left out, all that the topic has
     * @param format how values are read; {@link RecordFormat#JSON} by default
     * @param method the method that every record without a schema is a call of; by default the header {@code
     *     millrace.method} says it, or the interface has one alone
     * @param decoder a {@link RecordDecoder}, in place of a format
     * @param key the parameter that is the key of a record and not in its value, in formats without a schema
     * @param time the parameter that is its time stamp, an {@code Instant} or a {@code long} of milliseconds
     * @param headers parameters that are headers, as {@code name=parameter}
     * @param tombstones methods of which records without a value are calls; by default they make no call
     * @param first where to begin for the first time; {@link FirstRecord#OLDEST} by default
     * @param end when to end; {@link SourceEnd#NEVER} by default
     * @param badRecords what to do with a record that is no call; {@link BadRecords#STOP} by default
     * @param deletedRecords what to do where unread records were deleted; {@link DeletedRecords#STOP} by default
     * @param partitions how many partitions of the topic are read by sources of one each; that of partition 0 warns
     *     where the topic has more. By default it warns where there are more than there were when it began
     * @param group a consumer group to which the offsets of what is in the output are committed, so that Kafka's tools
     *     show how far the source is; nothing reads them again
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
            Optional<Integer> partition,
            Optional<RecordFormat> format,
            Optional<String> method,
            Optional<Class<?>> decoder,
            Optional<String> key,
            Optional<String> time,
            List<String> headers,
            List<String> tombstones,
            Optional<FirstRecord> first,
            Optional<SourceEnd> end,
            Optional<BadRecords> badRecords,
            Optional<DeletedRecords> deletedRecords,
            Optional<Integer> partitions,
            Optional<String> group,
            Optional<Path> client,
            List<String> settings) {
        boolean isCounted = partition.orElse(0) >= 0 && partitions.orElse(1) >= 1;
        if (!isCounted || (partition.isEmpty() && partitions.isPresent())) {
            throw new KafkaServiceException((isCounted
                            ? "a source of all partitions is not told how many there are topic="
                            : "partitions are counted from 0, and one is read at least topic=")
                    + topic + " partition="
                    + partition.map(Object::toString).orElse("") + " partitions=" + partitions.orElse(0));
        }
        this.settings = new SourceSettings(
                topic,
                partition,
                partitions.orElse(0),
                first.orElse(FirstRecord.OLDEST),
                end.orElse(SourceEnd.NEVER),
                group,
                deletedRecords.orElse(DeletedRecords.STOP));
        this.client = ClientSettings.of(servers, client, settings, RESERVED);
        this.badRecords = badRecords.orElse(BadRecords.STOP);
        this.badCalls = this.badRecords == BadRecords.CALL ? outputs.as(KafkaBadRecords.class) : null;
        RecordFormat itsFormat = format.orElse(RecordFormat.JSON);
        ParameterSettings parameters = new ParameterSettings(
                key, time, RecordSettings.pairs("headers", headers), new LinkedHashSet<>(tombstones));
        if (!parameters.isEmpty() && (calls.isEmpty() || decoder.isPresent())) {
            throw new KafkaServiceException("key, time, headers and tombstones are for parameters of an interface; a"
                    + " decoder is given the whole record " + this.settings.where() + " parameters="
                    + parameters.names() + " tombstones=" + tombstones);
        }
        this.calls = calls.isPresent()
                ? new TypedCalls(outputs, calls.get(), types, itsFormat, method, decoder, parameters)
                : new DescribedCalls(outputs, itsFormat, method, decoder);
    }

    @Override
    public void open(long resumeAfter) {
        open(resumeAfter, OptionalLong.empty(), Optional.empty());
    }

    /**
     * {@inheritDoc}
     *
     * @throws KafkaServiceException where one partition was read and now all are, or the reverse
     */
    @Override
    public void open(long resumeAfter, OptionalLong start, Optional<Map<String, Long>> reached) {
        boolean hasOne = resumeAfter >= 0 || start.isPresent();
        if (settings.partition().isPresent() ? reached.isPresent() : hasOne) {
            throw new KafkaServiceException("the channel was written by a source of "
                    + (hasOne ? "one partition, and this one reads all" : "all partitions, and this one reads one")
                    + "; give it a channel of its own " + settings.where());
        }
        Optional<long[]> next = reached.map(KafkaSource::next);
        if (hasOne) {
            long[] one = new long[settings.partition().get() + 1];
            Arrays.fill(one, -1);
            one[one.length - 1] = resumeAfter < 0 ? start.getAsLong() : resumeAfter + 1;
            next = Optional.of(one);
        }
        next.ifPresent(this::took);
        ClientLogging.prepare();
        TopicReader opened = new TopicReader(settings, client, next, offsets);
        reader = opened;
        opened.start();
    }

    /** Returns the next offset of each partition, -1 of those of which nothing is known. */
    private static long[] next(Map<String, Long> reached) {
        int last = reached.keySet().stream().mapToInt(Integer::parseInt).max().orElse(-1);
        long[] next = new long[last + 1];
        Arrays.fill(next, -1);
        reached.forEach((partition, offset) -> next[Integer.parseInt(partition)] = offset + 1);
        return next;
    }

    private void took(long[] next) {
        for (int partition = 0; partition < next.length; partition++) {
            offsets.set(partition, Math.max(0, next[partition]));
        }
    }

    @Override
    public Progress poll(SourceContext context) {
        while (fetched == null || taken == fetched.records().size()) {
            if (fetched != null && fetched.isLast()) {
                pass(context);
                return Progress.ENDED;
            }
            FetchedRecords newer = reader.poll();
            if (newer == null) {
                reader.awayReason().ifPresent(context::away);
                pass(context);
                return Progress.IDLE;
            }
            fetched = newer;
            taken = 0;
            mayPass = true;
            if (fetched.isStart()) {
                start(context, fetched.reached());
            }
            context.origin(fetched.origin());
        }
        ConsumerRecord<byte[], byte[]> record = fetched.records().get(taken++);
        if (settings.partition().isPresent()) {
            context.index(record.offset());
        } else {
            context.index(stream(record.partition()), record.offset());
        }
        call(record, context);
        offsets.set(record.partition(), record.offset() + 1);
        return Progress.EMITTED;
    }

    private void start(SourceContext context, long[] firsts) {
        if (settings.partition().isPresent()) {
            context.start(firsts[settings.partition().get()]);
        } else {
            Map<String, Long> streamFirsts = new LinkedHashMap<>();
            for (int partition = 0; partition < firsts.length; partition++) {
                streamFirsts.put(stream(partition), firsts[partition]);
            }
            context.start(streamFirsts);
        }
        took(firsts);
    }

    /** Returns the name of a partition as a stream, the same object each time. */
    private String stream(int partition) {
        while (streams.size() <= partition) {
            streams.add(Integer.toString(streams.size()));
        }
        return streams.get(partition);
    }

    /**
     * States, when nothing else is there, up to where the source has read after its last records: what follows them,
     * such as the marker of a commit, may be deleted before the next start, and is no unread record then.
     */
    private void pass(SourceContext context) {
        if (!mayPass) {
            return;
        }
        mayPass = false;
        long[] reached = fetched.reached();
        for (int partition = 0; partition < reached.length; partition++) {
            if (reached[partition] > offsets.get(partition)) {
                if (settings.partition().isPresent()) {
                    context.passed(reached[partition] - 1);
                } else {
                    context.passed(stream(partition), reached[partition] - 1);
                }
                offsets.set(partition, reached[partition]);
            }
        }
    }

    private void call(ConsumerRecord<byte[], byte[]> record, SourceContext context) {
        try {
            calls.call(record);
        } catch (BadRecordException e) {
            String where = settings.where(record.partition()) + " offset=" + record.offset();
            if (badRecords == BadRecords.STOP) {
                throw new KafkaServiceException(
                        "a record is no call; badRecords=SKIP passes over such records " + where + ": "
                                + e.getMessage(),
                        e);
            }
            bad++;
            context.refused("a bad record was passed over " + where + ": " + e.getMessage());
            if (badCalls != null) {
                badCalls.badRecord(TypedCalls.whole(record), shown(String.valueOf(e.getMessage())));
            }
        }
    }

    private static String shown(String reason) {
        return reason.length() <= SHOWN_CHARACTERS ? reason : reason.substring(0, SHOWN_CHARACTERS - 1) + "…";
    }

    /** Returns how many offsets are between the source and the ends of its partitions, as these were seen last. */
    @Override
    public OptionalLong left() {
        TopicReader asked = reader;
        return asked == null ? OptionalLong.empty() : asked.left();
    }

    /**
     * Returns a count of this run: {@code badRecords}, those passed over; {@code partitions}, how many the topic has;
     * {@code left}, how many offsets were before the ends of its partitions when these were asked for last, 0 before.
     */
    @Override
    public long count(String what) {
        return switch (what) {
            case "badRecords" -> bad;
            case "partitions" -> reader == null ? 0 : reader.partitions();
            case "left" -> left().orElse(0);
            default ->
                throw new KafkaServiceException("a source has no such count count=" + what
                        + " known=badRecords,partitions,left topic=" + settings.topic());
        };
    }

    @Override
    public void close() {
        if (reader != null) {
            TopicReader closing = reader;
            reader = null;
            closing.close();
        }
    }
}
