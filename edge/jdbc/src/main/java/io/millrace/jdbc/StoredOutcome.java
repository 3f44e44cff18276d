package io.millrace.jdbc;

import java.util.OptionalLong;

/** An outcome as the table holds it. Immutable; nobody changes the bytes. */
final class StoredOutcome {
    private final byte[] bytes;
    private final OptionalLong checksum;

    StoredOutcome(byte[] bytes, OptionalLong checksum) {
        this.bytes = bytes;
        this.checksum = checksum;
    }

    /** What {@link OutcomeCodec} has made of it. */
    byte[] bytes() {
        return bytes;
    }

    /** That of its request; empty where the outcome was stored before tables had one. */
    OptionalLong checksum() {
        return checksum;
    }
}
