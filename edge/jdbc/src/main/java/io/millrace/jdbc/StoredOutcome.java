package io.millrace.jdbc;

import java.util.OptionalLong;

/** An outcome as the table stores it. Immutable; the bytes do not change. */
final class StoredOutcome {
    private final byte[] bytes;
    private final OptionalLong checksum;

    StoredOutcome(byte[] bytes, OptionalLong checksum) {
        this.bytes = bytes;
        this.checksum = checksum;
    }

    /** Returns what {@link OutcomeCodec} has encoded. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the checksum of its request; empty where the outcome was stored before tables had one. */
    OptionalLong checksum() {
        return checksum;
    }
}
