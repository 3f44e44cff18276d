package io.millrace.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads one partition or all partitions of a topic by one consumer, on a thread of its own, since a consumer waits, and
 * hands over what it has fetched through a queue of {@link #FETCHES}. Invariants:
 *
 * <ul>
 *   <li>Partitions are assigned; no group is joined. Offsets are committed for display alone, if a group is named.
 *   <li>Where reading begins is handed over before the first record, so that it can be kept.
 *   <li>What was fetched is handed over only once a description of the topic that was asked for afterwards has the id
 *   with which reading began. So records of a topic that was made anew under the same name are never handed over,
 *   however fast it grows.
 *   <li>A gap is deleted records only if the first offset of the partition says so: the offsets of compacted records,
 *   aborted transactions and control records are missing as well.
 *   <li>Where all partitions are read, one that was added after reading began is read from offset 0 on.
 * </ul>
 *
 * <p>{@link #poll} and {@link #close} belong to the thread of the source.
 */
final class TopicReader implements AutoCloseable {
    /** How many fetches wait for the source; each is bounded by {@code fetch.max.bytes} and {@link #MAX_RECORDS}. */
    private static final int FETCHES = 2;

    private static final int MAX_RECORDS = 2_000;
    private static final Duration FETCH_WAIT = Duration.ofMillis(100);

    /** How often the topic is looked at while nothing comes. */
    private static final long LOOK_NS = 1_000_000_000L;

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(200);
    private static final long PAUSE_MS = 500;
    private static final Logger LOGGER = System.getLogger(TopicReader.class.getPackageName());

    private final SourceSettings source;
    private final ClientSettings client;
    private final BlockingQueue<FetchedRecords> fetched = new ArrayBlockingQueue<>(FETCHES);
    private final Duration callTimeout;
    private final Thread thread;
    private final TakenOffsets taken;
    private volatile boolean stopping;
    private volatile RuntimeException failure;
    private volatile int partitions;
    private volatile long[] endsSeen = {};
    private volatile String awayReason;

    /** Whether reading has ever begun. */
    private boolean begun;

    private List<TopicPartition> assigned = List.of();

    /** Of each partition the offset after everything that was handed over; -1 where it is not read. */
    private long[] next;

    /** Of each partition the offset at which reading ends. */
    private long[] ends = {};

    private String origin;
    private int known;
    private final Map<Integer, Long> committed = new HashMap<>();
    private boolean commitFailed;

    /**
     * Prepares reading.
     *
     * @param next the first offset to read of each partition, -1 where it is unknown; empty where nothing was ever read
     * @param taken the offsets after what is in the output
     */
    TopicReader(SourceSettings source, ClientSettings client, Optional<long[]> next, TakenOffsets taken) {
        this.source = source;
        this.client = client;
        this.begun = next.isPresent();
        this.next = next.orElse(new long[0]).clone();
        this.taken = taken;
        this.callTimeout = Duration.ofMillis(client.callTimeoutMs());
        this.known = source.partitions();
        this.thread = Thread.ofPlatform().name(name("millrace-kafka-")).unstarted(this::run);
    }

    private String name(String prefix) {
        return prefix
                + source.topic()
                + source.partition().map(number -> "-" + number).orElse("");
    }

    void start() {
        thread.start();
    }

    /** Returns the oldest fetch that was not taken, or null where there is none; throws what has ended the reading. */
    FetchedRecords poll() {
        FetchedRecords records = fetched.poll();
        if (records == null && failure != null) {
            // What was handed over before it failed comes first.
            records = fetched.poll();
            if (records == null) {
                throw failure;
            }
        }
        return records;
    }

    /** Returns how many partitions the topic had when it was looked at last; 0 before. */
    int partitions() {
        return partitions;
    }

    /** Returns why the brokers are away; empty where they are not. */
    Optional<String> awayReason() {
        return Optional.ofNullable(awayReason);
    }

    /**
     * Returns how many offsets are between what is in the output and the ends of the partitions, those of open
     * transactions too, as these were seen last; empty before.
     */
    OptionalLong left() {
        long[] seen = endsSeen;
        if (seen.length == 0) {
            return OptionalLong.empty();
        }
        long left = 0;
        for (int partition = 0; partition < seen.length; partition++) {
            if (seen[partition] > 0) {
                left += Math.max(0, seen[partition] - taken.get(partition));
            }
        }
        return OptionalLong.of(left);
    }

    private void run() {
        try {
            while (!stopping) {
                readUntilAway();
            }
        } catch (InterruptException e) {
            LOGGER.log(Level.DEBUG, () -> "a source was closed while it waited " + source.where());
        } catch (KafkaServiceException e) {
            failure = e;
        } catch (Throwable e) {
            failure = new KafkaServiceException(
                    (source.partition().isPresent() ? "a partition" : "a topic") + " cannot be read " + source.where()
                            + " next="
                            + source.partition()
                                    .map(number -> Long.toString(next(number)))
                                    .orElse("various")
                            + ": " + client.said(e),
                    client.cause(e));
        }
    }

    /** Reads until the reader is closed, the end, more partitions, or brokers are away; then it returns. */
    private void readUntilAway() {
        try (TopicCheck topics = TopicCheck.of(client, name("millrace-source-"))) {
            KafkaConsumer<byte[], byte[]> consumer = consumer();
            try {
                look(topics);
                assign(consumer);
                begin(consumer);
                awayReason = null;
                fetch(consumer, topics);
                commit(consumer);
            } finally {
                var _ = Thread.interrupted(); // or the clients would not end their threads
                consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
            }
        } catch (RetriableException e) {
            away(e);
        } catch (KafkaException e) {
            if (!Failures.isOfName(e)) {
                throw e;
            }
            away(e);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> own = new HashMap<>();
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        own.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, client.callTimeoutMs());
        own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_RECORDS);
        own.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                client.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG).orElse("read_committed"));
        source.group().ifPresent(group -> own.put(ConsumerConfig.GROUP_ID_CONFIG, group));
        return new KafkaConsumer<>(
                client.forClient(name("millrace-source-"), own),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * Looks at the topic: it must be the one with which reading began, and have the partition.
     *
     * @return whether it has partitions that are to be read and are not
     */
    private boolean look(TopicCheck topics) {
        TopicDescription found;
        try {
            found = topics.describe(List.of(source.topic())).get(source.topic());
        } catch (UnknownTopicOrPartitionException e) {
            throw new KafkaServiceException(
                    (origin == null ? "the topic does not exist " : "the topic was deleted ") + source.where()
                            + " servers=" + client.servers(),
                    e);
        }
        partitions = found.partitions().size();
        String itsOrigin =
                found.topicId() + "/" + source.partition().map(Object::toString).orElse("all");
        if (origin != null && !origin.equals(itsOrigin)) {
            throw new KafkaServiceException("the topic was deleted and made anew while it was read " + source.where()
                    + " topicIdBefore=" + origin + " topicId=" + itsOrigin);
        }
        origin = itsOrigin;
        if (source.partition().isEmpty()) {
            return source.end() == SourceEnd.NEVER && partitions > assigned.size();
        }
        int partition = source.partition().get();
        if (partition >= partitions) {
            throw new KafkaServiceException(
                    "the topic has no such partition " + source.where() + " partitions=" + partitions);
        }
        known = known == 0 ? partitions : known;
        if (partition == 0 && partitions > known) {
            LOGGER.log(
                    Level.WARNING,
                    "the topic has partitions that are not read; add a source for each, or leave out the partition"
                            + " topic={0} partitions={1} read={2}",
                    source.topic(),
                    Integer.toString(partitions),
                    Integer.toString(known));
            known = partitions;
        }
        return false;
    }

    private void assign(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> read = new ArrayList<>();
        if (source.partition().isPresent()) {
            read.add(new TopicPartition(source.topic(), source.partition().get()));
        } else {
            // One that ends reads the partitions that there were when it began.
            int count = source.end() == SourceEnd.NEVER || assigned.isEmpty() ? partitions : assigned.size();
            for (int partition = 0; partition < count; partition++) {
                read.add(new TopicPartition(source.topic(), partition));
            }
        }
        assigned = List.copyOf(read);
        int length = assigned.getLast().partition() + 1;
        if (next.length < length) {
            next = extended(next, length, -1);
        }
        if (ends.length < length) {
            ends = extended(ends, length, Long.MAX_VALUE);
        }
        consumer.assign(assigned);
    }

    private static long[] extended(long[] values, int length, long value) {
        long[] longer = Arrays.copyOf(values, length);
        Arrays.fill(longer, values.length, length, value);
        return longer;
    }

    private long next(int partition) {
        return partition < next.length ? next[partition] : -1;
    }

    /** Seeks to where reading begins, and notes the offsets at which it ends. */
    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, Long> firsts = consumer.beginningOffsets(assigned, callTimeout);
        Map<TopicPartition, Long> lasts = consumer.endOffsets(assigned, callTimeout);
        seeEnds(lasts);
        if (!begun) {
            Map<TopicPartition, Long> chosen = source.first() == FirstRecord.OLDEST ? firsts : lasts;
            assigned.forEach(each -> next[each.partition()] = chosen.get(each));
            handOver(new FetchedRecords(origin, List.of(), next.clone(), false, true));
            begun = true;
        }
        for (TopicPartition each : assigned) {
            int partition = each.partition();
            next[partition] = Math.max(0, next[partition]); // one that was added since is read from its beginning
            if (next[partition] < firsts.get(each)) {
                deleted(partition, firsts.get(each));
            }
            consumer.seek(each, next[partition]);
            if (source.end() == SourceEnd.END_OF_PARTITION && ends[partition] == Long.MAX_VALUE) {
                ends[partition] = lasts.get(each);
            }
        }
    }

    private void seeEnds(Map<TopicPartition, Long> seen) {
        long[] all = new long[next.length];
        Arrays.fill(all, -1);
        seen.forEach((each, end) -> all[each.partition()] = end);
        endsSeen = all;
    }

    private void deleted(int partition, long first) {
        if (source.deleted() == DeletedRecords.STOP) {
            throw new KafkaServiceException("records were deleted before they were read; deletedRecords=CONTINUE"
                    + " continues without them " + source.where(partition) + " next=" + next[partition] + " first="
                    + first);
        }
        LOGGER.log(
                Level.WARNING,
                "records were deleted before they were read {0} from={1} to={2}",
                source.where(partition),
                Long.toString(next[partition]),
                Long.toString(first - 1));
        next[partition] = first;
    }

    private void fetch(KafkaConsumer<byte[], byte[]> consumer, TopicCheck topics) {
        long lookedNs = System.nanoTime();
        boolean hasMore = false;
        while (!stopping && !hasMore) {
            ConsumerRecords<byte[], byte[]> records = poll(consumer, topics);
            long[] reached = next.clone();
            boolean moved = false;
            boolean isLast = true;
            for (TopicPartition each : assigned) {
                int partition = each.partition();
                long position = consumer.position(each, callTimeout);
                moved |= position > next[partition];
                reached[partition] = position;
                if (position < ends[partition]) {
                    isLast = false;
                } else if (assigned.size() > 1) {
                    consumer.pause(List.of(each));
                }
            }
            boolean isDue = System.nanoTime() - lookedNs > LOOK_NS;
            if (!records.isEmpty() || isLast || isDue) {
                hasMore = look(topics);
            }
            if (isDue) {
                lookedNs = System.nanoTime();
                seeEnds(topics.ends(assigned));
                commit(consumer);
            }
            if (moved || isLast) {
                handOver(new FetchedRecords(origin, list(records), reached, isLast, false));
            }
            next = reached;
            if (isLast) {
                stopping = true;
            }
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> list(ConsumerRecords<byte[], byte[]> records) {
        if (assigned.size() == 1) {
            return records.records(assigned.getFirst());
        }
        List<ConsumerRecord<byte[], byte[]>> list = new ArrayList<>(records.count());
        records.forEach(list::add);
        return list;
    }

    /** Commits the offsets after what is in the output to the group that is to show them; a failure is logged once. */
    private void commit(KafkaConsumer<byte[], byte[]> consumer) {
        if (source.group().isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> newer = new HashMap<>();
        for (TopicPartition each : assigned) {
            long offset = taken.get(each.partition());
            Long before = committed.put(each.partition(), offset);
            if (before == null || before != offset) {
                newer.put(each, new OffsetAndMetadata(offset));
            }
        }
        if (newer.isEmpty()) {
            return;
        }
        consumer.commitAsync(newer, (offsets, error) -> {
            if (error != null) {
                // They are tried again, also where nothing comes any more.
                offsets.keySet().forEach(each -> committed.remove(each.partition()));
            }
            if (error != null && !commitFailed) {
                LOGGER.log(
                        Level.WARNING,
                        "offsets cannot be committed for display; the source reads on {0} group={1} reason={2}",
                        source.where(),
                        source.group().get(),
                        client.said(error));
            }
            commitFailed = error != null;
        });
    }

    private ConsumerRecords<byte[], byte[]> poll(KafkaConsumer<byte[], byte[]> consumer, TopicCheck topics) {
        try {
            return consumer.poll(FETCH_WAIT);
        } catch (OffsetOutOfRangeException e) {
            look(topics);
            for (TopicPartition each : e.offsetOutOfRangePartitions().keySet()) {
                int partition = each.partition();
                long first =
                        consumer.beginningOffsets(List.of(each), callTimeout).get(each);
                if (next[partition] >= first) {
                    throw new KafkaServiceException(
                            "the partition ends before what was read of it; it has lost its end "
                                    + source.where(partition) + " next=" + next[partition] + " end="
                                    + consumer.endOffsets(List.of(each), callTimeout)
                                            .get(each));
                }
                deleted(partition, first);
                consumer.seek(each, next[partition]);
            }
            return ConsumerRecords.empty();
        }
    }

    /** Waits until the queue has space; the source is slower than the broker. */
    private void handOver(FetchedRecords records) {
        try {
            while (!stopping && !fetched.offer(records, PAUSE_MS, TimeUnit.MILLISECONDS)) {
                LOGGER.log(Level.TRACE, "the source is slower than its topic");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    private void away(KafkaException reason) {
        awayReason = "the brokers of a source are away " + source.where() + " servers=" + client.servers() + " reason="
                + client.said(reason);
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    /** Ends reading and waits for the thread, which an interrupt frees from whatever it waits for. */
    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
