package io.millrace.benchmarks;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;

/** A topic for requests and one for answers, with the settings that make each record as fast as it can be. */
final class KafkaTaskExchange implements TaskExchange {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Map<String, Object> ONE_BROKER =
            Map.of("acks", "1", "enable.idempotence", false, "linger.ms", 0);
    private static final Map<String, Object> ALL_BROKERS =
            Map.of("acks", "all", "enable.idempotence", false, "linger.ms", 0);

    private final Map<String, Object> settings;
    private final String requests;
    private final String answers;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaConsumer<byte[], byte[]> serverConsumer;
    private final Thread server;
    private final CountDownLatch ready = new CountDownLatch(1);

    private KafkaTaskExchange(String requests, String answers, int copies, Map<String, Object> settings)
            throws InterruptedException {
        this.requests = requests;
        this.answers = answers;
        this.settings = settings;
        KafkaClients.create(copies, Map.of("min.insync.replicas", Integer.toString(copies)), requests, answers);
        this.producer = KafkaClients.producer(settings);
        this.consumer = KafkaClients.consumerAtEnd(answers, Map.of());
        this.serverConsumer = KafkaClients.consumerAtEnd(requests, Map.of());
        this.server = Thread.ofPlatform().name("answering").unstarted(this::serve);
    }

    /** Returns an exchange over topics that one broker has and acknowledges. */
    static KafkaTaskExchange acknowledgedByOne(String requests, String answers) throws InterruptedException {
        return new KafkaTaskExchange(requests, answers, 1, ONE_BROKER);
    }

    /** Returns an exchange over topics that so many brokers have, of which all acknowledge. */
    static KafkaTaskExchange acknowledgedByAll(String requests, String answers, int brokers)
            throws InterruptedException {
        return new KafkaTaskExchange(requests, answers, brokers, ALL_BROKERS);
    }

    KafkaTaskExchange start() throws InterruptedException {
        server.start();
        ready.await();
        return this;
    }

    private void serve() {
        try (KafkaProducer<byte[], byte[]> answering = KafkaClients.producer(settings)) {
            ready.countDown();
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record : serverConsumer.poll(POLL)) {
                    var _ = answering.send(new ProducerRecord<>(answers, PayloadMapper.mapped(record.value())));
                }
            }
        } catch (WakeupException e) {
            serverConsumer.close(); // asked to end
        }
    }

    @Override
    public void send(byte[] request) {
        var _ = producer.send(new ProducerRecord<>(requests, request));
    }

    @Override
    public void receive(AnswerReceiver receiver) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            receiver.answer(record.value());
        }
    }

    @Override
    public void close() {
        serverConsumer.wakeup();
        try (producer;
                consumer) {
            server.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
