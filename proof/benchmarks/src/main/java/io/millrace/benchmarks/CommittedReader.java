package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.measure.LatencyRecorder;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** A reader of committed records, which come once each and in order, or reading fails. For one thread. */
final class CommittedReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long GRACE_NS = 180_000_000_000L;

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private long expected;

    private CommittedReader(String topic, KafkaConsumer<byte[], byte[]> consumer) {
        this.topic = topic;
        this.consumer = consumer;
    }

    /** Returns a reader at the end of a topic. */
    static CommittedReader atEnd(String topic) {
        return new CommittedReader(
                topic, KafkaClients.consumerAtEnd(topic, Map.of("isolation.level", "read_committed")));
    }

    /** Reads up to a number, and returns the time at which it came. */
    long readTo(long last) {
        return read(last, _ -> Long.MIN_VALUE, null);
    }

    /**
     * Reads up to a number, and records how long each took.
     *
     * @param intendedNs the intended start of a number; {@link Long#MIN_VALUE} where it is not recorded
     */
    long read(long last, LongUnaryOperator intendedNs, Histogram into) {
        long nowNs = System.nanoTime();
        long limitNs = nowNs + GRACE_NS;
        while (expected <= last) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                nowNs = System.nanoTime();
                limitNs = nowNs + GRACE_NS;
                take(PayloadBytes.number(record.value()), record.value().length);
                long startNs = intendedNs.applyAsLong(expected - 1);
                if (startNs != Long.MIN_VALUE) {
                    into.recordValue(Math.min(nowNs - startNs, LatencyRecorder.HIGHEST_NS));
                }
            }
            if (System.nanoTime() - limitNs > 0) {
                throw new BenchmarkException(
                        "records are missing topic=" + topic + " expected=" + expected + " last=" + last);
            }
        }
        return nowNs;
    }

    private void take(long number, int bytes) {
        if (number != expected || bytes != KafkaSuite.VALUE_BYTES) {
            throw new BenchmarkException("a record is missing, doubled or damaged topic=" + topic + " expected="
                    + expected + " actual=" + number + " bytes=" + bytes);
        }
        expected++;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
