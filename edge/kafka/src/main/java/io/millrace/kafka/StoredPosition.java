package io.millrace.kafka;

import java.util.List;
import java.util.Optional;

/**
 * How far a gateway has published the calls of one journal: the value of a position record.
 *
 * @param version the version of this form
 * @param index the index of the newest call that was published or refused
 * @param checksum its checksum
 * @param refused the calls that were refused in the same transaction; all others up to {@code index} were published
 */
public record StoredPosition(int version, long index, long checksum, List<StoredRefusal> refused) {
    /** The version that is written. */
    public static final int VERSION = 1;

    /** Returns why a call was refused; empty where it was published. */
    Optional<KafkaRefusal> refusal(long itsIndex) {
        return refused.stream()
                .filter(each -> each.index() == itsIndex)
                .findFirst()
                .map(StoredRefusal::refusal);
    }
}
