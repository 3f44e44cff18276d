package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The transactional producer, with a queue in memory before it, as a program without a gateway has it. */
final class ProducerPublisher implements RecordPublisher {
    private static final long PAUSE_NS = 50_000;

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final LinkedBlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    private final AtomicLong published = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread thread;

    ProducerPublisher(String topic) {
        this.topic = topic;
        this.producer = KafkaClients.producer(Map.of("transactional.id", "producer-" + topic));
        this.thread = Thread.ofPlatform().name("publisher").unstarted(this::run);
    }

    ProducerPublisher start() {
        producer.initTransactions();
        thread.start();
        return this;
    }

    private void run() {
        List<byte[]> batch = new ArrayList<>();
        try {
            while (true) {
                batch.clear();
                batch.add(arrived.take());
                arrived.drainTo(batch, KafkaSuite.TRANSACTION - 1);
                producer.beginTransaction();
                for (byte[] value : batch) {
                    var _ = producer.send(new ProducerRecord<>(topic, value));
                }
                producer.commitTransaction();
                published.addAndGet(batch.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    @Override
    public void append(byte[] value) {
        arrived.add(value);
    }

    @Override
    public void awaitPublished(long count) {
        while (published.get() < count) {
            if (failure.get() != null) {
                throw new BenchmarkException("a transaction failed topic=" + topic, failure.get());
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try (producer) {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
