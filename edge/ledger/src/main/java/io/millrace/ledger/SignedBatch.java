package io.millrace.ledger;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A batch of calls that its client has signed, as a transaction. Numbers are big-endian.
 *
 * <pre>
 *   1   version, 2
 *  64   signature of the client, in the domain of calls: over the name of the chain 32, and all that follows
 *   8   until when it may come into the order, ms since 1970
 *   n   the batch, as {@link CallCodec} has it
 * </pre>
 */
final class SignedBatch {
    static final byte VERSION = 2;

    private static final int UNTIL = 1 + Signatures.SIGNATURE_BYTES;

    /** Bytes before the batch. */
    static final int HEAD_BYTES = UNTIL + Long.BYTES;

    private SignedBatch() {}

    /** Returns whether bytes say that they are a signed batch. */
    static boolean isSigned(byte[] transaction) {
        return transaction.length > HEAD_BYTES && transaction[0] == VERSION;
    }

    /** Returns a transaction of a batch. */
    static byte[] sign(Signatures signatures, SigningKey key, Digest chain, long untilMs, byte[] batch) {
        byte[] transaction = new byte[HEAD_BYTES + batch.length];
        ByteBuffer.wrap(transaction)
                .put(VERSION)
                .position(UNTIL)
                .putLong(untilMs)
                .put(batch);
        byte[] signature = signatures.sign(key, SignatureDomain.CALLS, signed(chain, transaction));
        System.arraycopy(signature, 0, transaction, 1, signature.length);
        return transaction;
    }

    /** Returns what is signed. */
    private static byte[] signed(Digest chain, byte[] transaction) {
        byte[] name = chain.rawBytes();
        byte[] signed = Arrays.copyOf(name, name.length + transaction.length - UNTIL);
        System.arraycopy(transaction, UNTIL, signed, name.length, transaction.length - UNTIL);
        return signed;
    }

    static boolean isRight(Signatures signatures, VerificationKey key, Digest chain, byte[] transaction) {
        byte[] signature = Arrays.copyOfRange(transaction, 1, UNTIL);
        return signatures.verify(key, SignatureDomain.CALLS, signed(chain, transaction), signature);
    }

    /** Returns until when it may come into the order, in milliseconds since 1970. */
    static long untilMs(byte[] transaction) {
        return ByteBuffer.wrap(transaction).getLong(UNTIL);
    }

    static byte[] batch(byte[] transaction) {
        return Arrays.copyOfRange(transaction, HEAD_BYTES, transaction.length);
    }
}
