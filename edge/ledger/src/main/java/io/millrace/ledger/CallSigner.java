package io.millrace.ledger;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Makes signed batches of calls for a client: what is called between two signatures is one batch, signed once, which a
 * seat takes as the argument of {@link SignedCalls}. Numbers of calls only grow; one that is not above all that the
 * ledger has had of the client is a replay, and is passed over. So a client continues after the number of its last
 * call, or with a clock. Not thread-safe.
 */
public final class CallSigner {
    private static final int INITIAL_BYTES = 1024;

    private final Signatures signatures;
    private final SigningKey key;
    private final Digest chain;
    private final MethodWriter calls;
    private final CallCodec.Writer batch;
    private final String name;
    private long number;

    /** Adds each call to the batch. */
    private final class Sink implements CallSink {
        private final BinaryOutput out = BinaryOutput.allocate(INITIAL_BYTES);

        @Override
        public BinaryOutput begin(int method) {
            out.reset();
            return out;
        }

        @Override
        public void end(int method) {
            if (!batch.add(number, calls.calls().get(method), out.segment(), out.start(), out.length())) {
                throw new LedgerException(
                        "a batch has no room for a call most=" + Admission.MOST_BATCH_BYTES + " bytes=" + out.length());
            }
            number++;
        }

        @Override
        public void abort(int method, Throwable error) {
            out.reset();
        }
    }

    /**
     * Begins the first batch.
     *
     * @param signatures the implementation of Ed25519
     * @param key the key of the client, whose public half the ledger has
     * @param principal the client
     * @param chain the name of the chain
     * @param type the interface of the calls
     * @param types further types of their arguments
     * @param first the number of the first call, above those of all earlier calls of the client
     */
    public CallSigner(
            Signatures signatures,
            SigningKey key,
            String principal,
            Digest chain,
            Class<?> type,
            WireTypes types,
            long first) {
        this.signatures = Objects.requireNonNull(signatures, "signatures");
        this.key = Objects.requireNonNull(key, "key");
        this.chain = Objects.requireNonNull(chain, "chain");
        this.number = first;
        name = ClientSignatures.name(principal);
        batch = new CallCodec(List.of(type), types).writer(Admission.MOST_BATCH_BYTES);
        batch.begin(name);
        calls = Wire.of(types).methodWriter(new Sink(), type);
    }

    /** Returns an object whose calls are added to the batch; they throw once it is full. */
    public <T> T as(Class<T> type) {
        return calls.as(type);
    }

    /** Returns the number of the next call. */
    public long number() {
        return number;
    }

    /**
     * Signs the calls since the last signature, and begins the next batch.
     *
     * @param nowMs the time, in milliseconds since 1970
     * @param validFor how long the batch may take until it comes into the order, below {@link SignedCalls#MOST_VALID}
     * @throws LedgerException if there is no call, or the time is out of range
     */
    public byte[] sign(long nowMs, Duration validFor) {
        if (batch.isEmpty() || validFor.isNegative() || validFor.compareTo(SignedCalls.MOST_VALID) >= 0) {
            throw new LedgerException("a signed batch has calls, and is valid for less than " + SignedCalls.MOST_VALID
                    + " empty=" + batch.isEmpty() + " validFor=" + validFor);
        }
        byte[] signed = SignedBatch.sign(signatures, key, chain, nowMs + validFor.toMillis(), batch.bytes());
        batch.begin(name);
        return signed;
    }
}
