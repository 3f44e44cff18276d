package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/** Ed25519 by the strict rule of {@link Signatures}, with the keys of a committee. Thread-safe. */
public final class KeySignatures implements SeatSignatures {
    private final Signatures signatures;
    private final SigningKey own;
    private final List<VerificationKey> keys;

    /**
     * Creates the signatures of a seat.
     *
     * @param signatures the implementation of Ed25519
     * @param own the private key of this seat
     * @param keys the public key of each seat
     */
    public KeySignatures(Signatures signatures, SigningKey own, List<VerificationKey> keys) {
        this.signatures = Objects.requireNonNull(signatures, "signatures");
        this.own = Objects.requireNonNull(own, "own");
        this.keys = List.copyOf(keys);
    }

    @Override
    public byte[] sign(Digest block) {
        return signatures.sign(own, SignatureDomain.BLOCK, block.rawBytes());
    }

    @Override
    public boolean verify(int seat, Digest block, byte[] signature) {
        return signatures.verify(keys.get(seat), SignatureDomain.BLOCK, block.rawBytes(), signature);
    }
}
