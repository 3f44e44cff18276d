package io.millrace.ledger;

/** Signs for one seat and verifies for all. Implementations are thread-safe. */
public interface SeatSignatures {
    /** The length of a signature. */
    int BYTES = 64;

    /** Returns the signature of this seat for the digest of a block, {@link #BYTES} long. */
    byte[] sign(Digest block);

    /** Returns whether a signature of a seat of the committee for the digest of a block is right. */
    boolean verify(int seat, Digest block, byte[] signature);
}
