package io.millrace.examples.kafka;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topics of the example, made, filled and read with Kafka's own clients and nothing of Millrace, as other teams
 * would: {@code trades} of one partition, {@code bars} of three, {@code orders} of one.
 */
public final class MarketTopics {
    /** The topic of trades. */
    public static final String TRADES = "trades";

    /** The topic of bars. */
    public static final String BARS = "bars";

    /** The topic of orders. */
    public static final String ORDERS = "orders";

    private static final String METHOD = "millrace.method";
    private static final String READ_COMMITTED = "read_committed";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    private final String servers;

    /**
     * Creates access to brokers; nothing is asked yet.
     *
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     */
    public MarketTopics(String servers) {
        this.servers = servers;
    }

    /**
     * Creates the topics that are missing.
     *
     * @throws ExecutionException as the brokers report it
     * @throws InterruptedException where the thread is interrupted
     */
    public void create() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            Set<String> known = admin.listTopics().names().get();
            List<NewTopic> missing = new ArrayList<>();
            Map.of(TRADES, 1, BARS, 3, ORDERS, 1).forEach((name, partitions) -> {
                if (!known.contains(name)) {
                    missing.add(new NewTopic(name, partitions, (short) 1));
                }
            });
            admin.createTopics(missing).all().get();
        }
    }

    /**
     * Fills the topic of trades with values and the end of the input, and continues after those that an earlier call
     * has sent: the values must be the same then.
     *
     * @return how many records were sent
     */
    public int fill(List<String> values) {
        TopicPartition partition = new TopicPartition(TRADES, 0);
        int there;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(READ_COMMITTED)) {
            there = Math.toIntExact(consumer.endOffsets(List.of(partition)).get(partition));
        }
        Map<String, Object> settings = Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", 5);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int number = there; number <= values.size(); number++) {
                boolean isEnd = number == values.size();
                String value = isEnd ? "[]" : values.get(number);
                ProducerRecord<byte[], byte[]> record =
                        new ProducerRecord<>(TRADES, 0, null, value.getBytes(StandardCharsets.UTF_8));
                String method = isEnd ? "endOfInput" : "trade";
                record.headers().add(new RecordHeader(METHOD, method.getBytes(StandardCharsets.UTF_8)));
                var _ = producer.send(record);
            }
        }
        return Math.max(0, values.size() + 1 - there);
    }

    /**
     * Returns what a reader of committed records sees of a topic: for each partition, its records in their order as
     * {@code key value}.
     */
    public List<List<String>> committed(String topic) {
        List<List<String>> partitions = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(READ_COMMITTED)) {
            int count = consumer.partitionsFor(topic).size();
            for (int number = 0; number < count; number++) {
                TopicPartition partition = new TopicPartition(topic, number);
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                long end = consumer.endOffsets(List.of(partition)).get(partition);
                List<String> records = new ArrayList<>();
                while (consumer.position(partition) < end) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                        records.add(text(record.key()) + " " + text(record.value()));
                    }
                }
                partitions.add(records);
            }
        }
        return partitions;
    }

    /** Returns a line that says how many committed records a topic has in each partition, and their checksum. */
    public String summary(String topic) {
        List<List<String>> partitions = committed(topic);
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (List<String> records : partitions) {
            records.forEach(record -> digest.update((record + "\n").getBytes(StandardCharsets.UTF_8)));
            digest.update((byte) 0);
        }
        return topic + " records=" + partitions.stream().map(List::size).toList() + " sha256="
                + HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    /**
     * Waits until readers of committed records see the end of a topic: a broker marks records as committed shortly
     * after the commit has returned, and one that is killed in between may never do so.
     *
     * @throws IllegalStateException where a transaction stays open for half a minute
     */
    public void awaitCommitted(String topic) {
        try (KafkaConsumer<byte[], byte[]> all = consumer("read_uncommitted");
                KafkaConsumer<byte[], byte[]> committed = consumer(READ_COMMITTED)) {
            List<TopicPartition> partitions = all.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            long startNs = System.nanoTime();
            while (!committed.endOffsets(partitions).equals(all.endOffsets(partitions))) {
                if (System.nanoTime() - startNs > PATIENCE.toNanos()) {
                    throw new IllegalStateException("a transaction stays open topic=" + topic + " committed="
                            + committed.endOffsets(partitions) + " all=" + all.endOffsets(partitions));
                }
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String level) {
        Map<String, Object> settings = Map.of("bootstrap.servers", servers, "isolation.level", level);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "-" : new String(bytes, StandardCharsets.UTF_8);
    }
}
