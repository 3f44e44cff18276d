package io.millrace.kafka;

import io.millrace.journal.Index;
import java.util.List;
import java.util.Optional;

/**
 * How far a gateway has published the calls of one journal: the value of a position record.
 *
 * @param version the version of this form
 * @param index the index of the newest call that was published or refused
 * @param checksum its checksum
 * @param refused the calls that were refused in the same transaction; all others up to {@code index} were published
 * @param publisher the run that publishes for the gateway; null in version 1
 */
public record StoredPosition(int version, long index, long checksum, List<StoredRefusal> refused, String publisher) {
    /** The version that is written. */
    public static final int VERSION = 2;

    /** Returns that nothing was published or refused by a run that will publish. */
    static StoredPosition none(String publisher) {
        return new StoredPosition(VERSION, Index.NONE, 0, List.of(), publisher);
    }

    /** Returns the same position, taken over by a run that will publish. */
    StoredPosition by(String newPublisher) {
        return new StoredPosition(VERSION, index, checksum, refused, newPublisher);
    }

    /** Returns why a call was refused; empty where it was published. */
    Optional<KafkaRefusal> refusal(long itsIndex) {
        return refused.stream()
                .filter(each -> each.index() == itsIndex)
                .findFirst()
                .map(StoredRefusal::refusal);
    }
}
