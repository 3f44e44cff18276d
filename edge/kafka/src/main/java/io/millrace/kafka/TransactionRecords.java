package io.millrace.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What one transaction publishes, before it begins: the records with the requests that they are of, and how far it goes
 * in each journal. Filled by one thread, then handed to the one that commits.
 */
final class TransactionRecords {
    /** What a refusal needs in a position record beside its texts. */
    private static final int REFUSAL_BYTES = 90;

    private final List<RequestKey> requests = new ArrayList<>();
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final Map<String, StoredPosition> reached = new LinkedHashMap<>();
    private final String publisher;
    private long bytes;
    private long refusalBytes;

    /** Prepares a transaction of a run. */
    TransactionRecords(String publisher) {
        this.publisher = publisher;
    }

    /** Adds the record of a request. */
    void add(RequestKey request, ProducerRecord<byte[], byte[]> record) {
        requests.add(request);
        records.add(record);
        bytes +=
                (record.key() == null ? 0 : record.key().length) + (record.value() == null ? 0 : record.value().length);
    }

    /** Notes that the transaction answers a request, by a record or not. */
    void reach(RequestKey request, long checksum) {
        StoredPosition before = reached.get(request.journalId());
        List<StoredRefusal> refused = before == null ? new ArrayList<>() : before.refused();
        reached.put(
                request.journalId(),
                new StoredPosition(StoredPosition.VERSION, request.index(), checksum, refused, publisher));
    }

    /** Notes that the transaction answers a request by a refusal. */
    void refuse(RequestKey request, long checksum, KafkaRefusal refusal) {
        reach(request, checksum);
        reached.get(request.journalId()).refused().add(new StoredRefusal(request.index(), refusal));
        refusalBytes += REFUSAL_BYTES
                + refusal.topic().length()
                + refusal.error().length()
                + 2L * refusal.message().length();
    }

    /** Returns whether no request is answered by the transaction. */
    boolean isEmpty() {
        return reached.isEmpty();
    }

    /** Returns whether no request is answered by a refusal. */
    boolean refusesNothing() {
        return reached.values().stream().allMatch(position -> position.refused().isEmpty());
    }

    /** Returns about how many bytes the refusals need in position records. */
    long refusalBytes() {
        return refusalBytes;
    }

    /** Returns how many bytes the keys and values have. */
    long bytes() {
        return bytes;
    }

    int size() {
        return records.size();
    }

    RequestKey request(int i) {
        return requests.get(i);
    }

    ProducerRecord<byte[], byte[]> record(int i) {
        return records.get(i);
    }

    /** Returns, of each journal, how far the transaction goes. */
    Map<String, StoredPosition> reached() {
        return reached;
    }
}
