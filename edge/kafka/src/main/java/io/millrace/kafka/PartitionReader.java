package io.millrace.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads one partition on a thread of its own, since a consumer waits, and hands over what it has fetched through a
 * queue of {@link #FETCHES}. Invariants:
 *
 * <ul>
 *   <li>The partition is assigned; no group is joined and no offset is stored at a broker.
 *   <li>What was fetched is handed over only once a description of the topic that was asked for afterwards has the id
 *   with which reading began. So records of a topic that was made anew under the same name are never handed over,
 *   however fast it grows.
 *   <li>A gap is deleted records only if the first offset of the partition says so: the offsets of compacted records,
 *   aborted transactions and control records are missing as well.
 * </ul>
 *
 * <p>{@link #poll} and {@link #close} belong to the thread of the source.
 */
final class PartitionReader implements AutoCloseable {
    /** How many fetches wait for the source; each is bounded by {@code max.partition.fetch.bytes}. */
    private static final int FETCHES = 2;

    private static final int MAX_RECORDS = 2_000;
    private static final Duration FETCH_WAIT = Duration.ofMillis(100);

    /** How often an idle partition's topic is looked at. */
    private static final long LOOK_NS = 1_000_000_000L;

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(200);
    private static final long PAUSE_MS = 500;
    private static final Logger LOGGER = System.getLogger(PartitionReader.class.getPackageName());

    private final SourceSettings source;
    private final ClientSettings client;
    private final TopicPartition partition;
    private final BlockingQueue<FetchedRecords> fetched = new ArrayBlockingQueue<>(FETCHES);
    private final Duration callTimeout;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile RuntimeException failure;
    private volatile int partitions;
    private volatile long endSeen;

    /** The offset after everything that was handed over. */
    private long next;

    /** The offset at which reading ends. */
    private long end = Long.MAX_VALUE;

    private String origin;
    private int known;
    private boolean away;

    /**
     * Prepares reading.
     *
     * @param next the first offset to read, -1 where nothing was ever read
     */
    PartitionReader(SourceSettings source, ClientSettings client, long next) {
        this.source = source;
        this.client = client;
        this.next = next;
        this.callTimeout = Duration.ofMillis(client.callTimeoutMs());
        this.known = source.partitions();
        this.partition = new TopicPartition(source.topic(), source.partition());
        this.thread = Thread.ofPlatform()
                .name("millrace-kafka-" + source.topic() + "-" + source.partition())
                .unstarted(this::run);
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

    /** Returns the end of the partition, the offset after its last record, as it was seen last; 0 before. */
    long end() {
        return endSeen;
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
                    "a partition cannot be read " + source.where() + " next=" + next + ": " + client.said(e),
                    client.cause(e));
        }
    }

    /** Reads until the reader is closed, the end, or brokers are away; then it returns, to begin again. */
    private void readUntilAway() {
        try (TopicCheck topics = TopicCheck.of(client, clientId())) {
            KafkaConsumer<byte[], byte[]> consumer = consumer();
            try {
                look(topics);
                consumer.assign(List.of(partition));
                begin(consumer);
                back();
                fetch(consumer, topics);
            } finally {
                var _ = Thread.interrupted(); // or the clients would not end their threads
                consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
            }
        } catch (RetriableException e) {
            away(e);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                client.forClient(
                        clientId(),
                        Map.of(
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                                "none",
                                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                client.callTimeoutMs(),
                                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                                MAX_RECORDS,
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                client.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG)
                                        .orElse("read_committed"))),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private String clientId() {
        return "millrace-source-" + source.topic() + "-" + source.partition();
    }

    /** Looks at the topic: it must be the one with which reading began, and have the partition. */
    private void look(TopicCheck topics) {
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
        String itsOrigin = found.topicId() + "/" + source.partition();
        if (origin != null && !origin.equals(itsOrigin)) {
            throw new KafkaServiceException("the topic was deleted and made anew while it was read " + source.where()
                    + " next=" + next + " topicIdBefore=" + origin + " topicId=" + itsOrigin);
        }
        origin = itsOrigin;
        if (source.partition() >= partitions) {
            throw new KafkaServiceException(
                    "the topic has no such partition " + source.where() + " partitions=" + partitions);
        }
        known = known == 0 ? partitions : known;
        if (source.partition() == 0 && partitions > known) {
            LOGGER.log(
                    Level.WARNING,
                    "the topic has partitions that are not read; add a source for each topic={0} partitions={1}"
                            + " read={2}",
                    source.topic(),
                    Integer.toString(partitions),
                    Integer.toString(known));
            known = partitions;
        }
    }

    /** Seeks to where reading begins, and notes the offset at which it ends. */
    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        long first = consumer.beginningOffsets(List.of(partition), callTimeout).get(partition);
        long last = consumer.endOffsets(List.of(partition), callTimeout).get(partition);
        endSeen = last;
        if (next < 0) {
            next = source.first() == FirstRecord.OLDEST ? first : last;
        }
        if (next < first) {
            deleted(first);
        }
        consumer.seek(partition, next);
        if (source.end() == SourceEnd.END_OF_PARTITION && end == Long.MAX_VALUE) {
            end = last;
        }
    }

    private void deleted(long first) {
        if (source.deleted() == DeletedRecords.STOP) {
            throw new KafkaServiceException("records were deleted before they were read; deletedRecords=CONTINUE"
                    + " continues without them " + source.where() + " next=" + next + " first=" + first);
        }
        LOGGER.log(
                Level.WARNING,
                "records were deleted before they were read {0} from={1} to={2}",
                source.where(),
                Long.toString(next),
                Long.toString(first - 1));
        next = first;
    }

    private void fetch(KafkaConsumer<byte[], byte[]> consumer, TopicCheck topics) {
        long lookedNs = System.nanoTime();
        while (!stopping) {
            ConsumerRecords<byte[], byte[]> records = poll(consumer, topics);
            long position = consumer.position(partition, callTimeout);
            endSeen = Math.max(endSeen, position);
            boolean isLast = position >= end;
            if (!records.isEmpty() || isLast || System.nanoTime() - lookedNs > LOOK_NS) {
                look(topics);
                lookedNs = System.nanoTime();
            }
            if (!records.isEmpty() || isLast) {
                List<ConsumerRecord<byte[], byte[]>> inOrder = records.records(partition);
                handOver(new FetchedRecords(origin, inOrder, isLast));
            }
            next = position;
            if (isLast) {
                stopping = true;
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> poll(KafkaConsumer<byte[], byte[]> consumer, TopicCheck topics) {
        try {
            return consumer.poll(FETCH_WAIT);
        } catch (OffsetOutOfRangeException e) {
            look(topics);
            long first =
                    consumer.beginningOffsets(List.of(partition), callTimeout).get(partition);
            if (next >= first) {
                throw new KafkaServiceException("the partition ends before what was read of it; it has lost its end "
                        + source.where() + " next=" + next + " end="
                        + consumer.endOffsets(List.of(partition), callTimeout).get(partition));
            }
            deleted(first);
            consumer.seek(partition, next);
            return ConsumerRecords.empty();
        }
    }

    /** Waits until the queue has space; the source is slower than the broker. */
    private void handOver(FetchedRecords records) {
        try {
            while (!stopping && !fetched.offer(records, PAUSE_MS, TimeUnit.MILLISECONDS)) {
                LOGGER.log(Level.TRACE, "the source is slower than its partition");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    private void away(KafkaException reason) {
        if (!away) {
            LOGGER.log(
                    Level.WARNING,
                    "the brokers of a source are away; it waits for them {0} servers={1} reason={2}",
                    source.where(),
                    client.servers(),
                    client.said(reason));
        }
        away = true;
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    private void back() {
        if (away) {
            away = false;
            LOGGER.log(Level.INFO, "the brokers of a source are back {0}", source.where());
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
