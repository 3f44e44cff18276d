package io.millrace.prove.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills the topic of trades from a seed, and knows what each partition must have, there and in the topic of totals,
 * in an undisturbed run. Used by one thread.
 */
final class TradeFeed implements AutoCloseable {
    static final String TRADES = "trades";
    static final String TOTALS = "totals";
    static final int PARTITIONS = 3;

    private static final int SYMBOLS = 40;
    private static final int LARGEST_AMOUNT = 1_000;
    private static final byte[] METHOD = "trade".getBytes(StandardCharsets.UTF_8);

    private final Random random;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final List<List<String>> trades = new ArrayList<>();
    private final List<List<String>> totals = new ArrayList<>();
    private final Map<String, Long> sums = new HashMap<>();
    private long count;

    private TradeFeed(Random random, KafkaProducer<byte[], byte[]> producer) {
        this.random = random;
        this.producer = producer;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            trades.add(new ArrayList<>());
            totals.add(new ArrayList<>());
        }
    }

    static TradeFeed open(String servers, long seed) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", servers, "acks", "all", "enable.idempotence", true, "linger.ms", 1);
        return new TradeFeed(
                new Random(seed), new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** Sends further trades, and does not wait for brokers. */
    void send(int more) {
        for (int i = 0; i < more; i++) {
            int chosen = random.nextInt(SYMBOLS);
            int partition = chosen % PARTITIONS;
            String symbol = "S" + chosen;
            long number = trades.get(partition).size();
            long amount = 1L + random.nextInt(LARGEST_AMOUNT);
            String value = json(symbol, partition, number, amount);
            trades.get(partition).add(value);
            totals.get(partition).add(json(symbol, partition, number, sums.merge(symbol, amount, Long::sum)));
            count++;
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(TRADES, partition, null, value.getBytes(StandardCharsets.UTF_8));
            record.headers().add(new RecordHeader("millrace.method", METHOD));
            var _ = producer.send(record, (_, error) -> {
                if (error != null) {
                    failure.compareAndSet(null, error);
                }
            });
        }
    }

    /** Returns the JSON of a trade, and of a total, which have the same fields. */
    static String json(String symbol, int partition, long number, long amount) {
        return "{\"symbol\":\"" + symbol + "\",\"partition\":" + partition + ",\"number\":" + number + ",\"amount\":"
                + amount + "}";
    }

    /** Waits until the brokers have all trades. */
    void awaitSent() {
        producer.flush();
        if (failure.get() != null) {
            throw new KafkaProofException("a trade could not be sent", failure.get());
        }
    }

    /** Returns how many trades were sent in all. */
    long count() {
        return count;
    }

    /** Returns what the topic of trades must have, by partition. */
    List<List<String>> trades() {
        return trades;
    }

    /** Returns what the topic of totals must have, by partition: what an undisturbed run gives. */
    List<List<String>> totals() {
        return totals;
    }

    @Override
    public void close() {
        producer.close(java.time.Duration.ZERO);
    }
}
