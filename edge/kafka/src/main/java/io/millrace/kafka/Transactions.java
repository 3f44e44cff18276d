package io.millrace.kafka;

import io.millrace.service.FencedException;
import io.millrace.service.GatewayUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One transactional producer from {@code initTransactions} until it is given up. Used by one thread after the other;
 * the producer's own thread reports failures of records.
 */
final class Transactions implements AutoCloseable {
    /** Others that read committed records wait so long for a gateway that was killed and is not started again. */
    private static final int TRANSACTION_TIMEOUT_MS = 60_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final ClientSettings client;
    private final String id;
    private final ConcurrentLinkedQueue<SendFailure> failures = new ConcurrentLinkedQueue<>();
    private boolean begun;

    private Transactions(KafkaProducer<byte[], byte[]> producer, ClientSettings client, String id) {
        this.producer = producer;
        this.client = client;
        this.id = id;
    }

    /**
     * Creates a producer and fences every other of the same id; what those have left open is ended.
     *
     * @throws KafkaException as the client reports it
     */
    static Transactions init(ClientSettings client, String id) {
        Map<String, Object> own = new HashMap<>();
        own.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        own.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        own.put(ProducerConfig.ACKS_CONFIG, "all");
        own.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, client.callTimeoutMs());
        own.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, client.callTimeoutMs());
        if (client.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG).isEmpty()) {
            own.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        }
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client.forClient(id, own), new ByteArraySerializer(), new ByteArraySerializer());
        try {
            producer.initTransactions();
            return new Transactions(producer, client, id);
        } catch (RuntimeException | Error e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    /**
     * Sends a record in the transaction that is open. What goes wrong shows later as well.
     *
     * @throws KafkaException where the transaction has failed by a record before this one, which is to blame
     */
    private void send(RequestKey request, ProducerRecord<byte[], byte[]> record) {
        Thread sender = Thread.currentThread();
        try {
            var _ = producer.send(record, (_, error) -> {
                if (error != null) {
                    boolean isOwn = Thread.currentThread().equals(sender);
                    failures.add(new SendFailure(request, record.topic(), error, isOwn));
                }
            });
        } catch (KafkaException | IllegalArgumentException e) {
            if (e.getClass().equals(KafkaException.class) && e.getCause() != null) {
                producer.flush(); // so that the record which is to blame is reported before this returns
                throw e;
            }
            failures.add(new SendFailure(request, record.topic(), e, true));
        }
    }

    /** Returns what has gone wrong since the transaction began. */
    List<SendFailure> failures() {
        return new ArrayList<>(failures);
    }

    /**
     * Publishes records in one transaction, with those that say how far the gateway is. The latter come first: they are
     * on another partition, which the broker then adds to the transaction together with the first of the others.
     *
     * @throws KafkaException as the client reports it, and where a record could not be sent
     */
    void commit(List<ProducerRecord<byte[], byte[]>> positions, TransactionRecords records) {
        if (begun) {
            throw new KafkaException("the transaction before has failed");
        }
        producer.beginTransaction();
        begun = true;
        positions.forEach(record -> send(null, record));
        for (int i = 0; i < records.size() && failures.isEmpty(); i++) {
            send(records.request(i), records.record(i));
        }
        if (!failures.isEmpty()) {
            throw new KafkaException("a record could not be sent");
        }
        producer.commitTransaction();
        begun = false;
    }

    /** Takes back everything since the last commit. */
    void abort() {
        if (begun) {
            begun = false;
            producer.abortTransaction();
        }
        failures.clear();
    }

    /** Returns the exception to throw for an error of the producer: whether the same may pass later. */
    RuntimeException failed(String what, Throwable error) {
        String text = what + " transactionalId=" + id + ": " + client.said(error);
        if (Failures.isFenced(error)) {
            return new FencedException(
                    "another process publishes for this gateway, or a transaction was open for too long; " + text,
                    client.cause(error));
        }
        if (Failures.isOfSettings(error)) {
            return new KafkaServiceException(text, client.cause(error));
        }
        return new GatewayUnavailableException(text, client.cause(error));
    }

    /** Ends the producer at once; an open transaction is left to the next one of the same id. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
