package io.millrace.fuzz;

import io.millrace.ledger.CallCodec;
import io.millrace.ledger.CallSigner;
import io.millrace.ledger.ClientSignatures;
import io.millrace.ledger.Digest;
import io.millrace.ledger.Signatures;
import io.millrace.ledger.SigningKey;
import io.millrace.service.ClientName;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The input is a transaction of the ledger. Of a client with a key nothing is right but what it has signed, byte for
 * byte; and each call of a batch that is read can be made, as else a client would stop the components of all seats.
 */
final class BatchTarget implements Target {
    private static final String CLIENT = "anna";
    private static final Digest CHAIN = Digest.of(new byte[32]);
    private static final long NOW_MS = 1_000_000;
    private static final long MOST_MS = 60_000;

    /** Version, signature and time of a signed batch. */
    private static final int HEAD_BYTES = 1 + Signatures.SIGNATURE_BYTES + Long.BYTES;

    /** Version and length, before the name of the client. */
    private static final int NAME_OFFSET = 1 + Short.BYTES;

    private final Guard guard = new Guard(4 << 20, 8_192);
    private final Signatures signatures = Signatures.fastest();
    private final SigningKey key = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
    private final ClientSignatures clients =
            new ClientSignatures(signatures, CHAIN, Map.of(CLIENT, key.verificationKey()));
    private final CallCodec codec = new CallCodec(List.of(CallsTarget.Calls.class), Samples.allowed());
    private final Map<CallSchema, CallDecoder> decoders = new HashMap<>();
    private final CallsTarget.Calls calls = CallsTarget.nothing();
    private final Set<ByteBuffer> signed = new HashSet<>();

    BatchTarget() {
        Wire wire = Samples.wire();
        for (CallSchema schema : wire.calls(CallsTarget.Calls.class)) {
            decoders.put(
                    schema, wire.callDecoder(schema, CallsTarget.Calls.class).orElseThrow());
        }
        signed().forEach(each -> signed.add(ByteBuffer.wrap(each)));
    }

    @Override
    public void accept(byte[] input) {
        guard.read(input.length, () -> {
            boolean isRight = clients.isRight(input);
            codec.read(input).ifPresent(batch -> check(input, batch, isRight));
            return isRight;
        });
    }

    private void check(byte[] input, CallCodec.Batch batch, boolean isRight) {
        boolean isOfClient = ClientName.principal(batch.client()).equals(CLIENT)
                || batch.untilMs().isPresent();
        Guard.check(
                !isRight || !isOfClient || signed.contains(ByteBuffer.wrap(input)),
                "a batch is right that its client has not signed client=" + batch.client());
        batch.untilMs().ifPresent(until -> {
            for (long timeMs : new long[] {0, NOW_MS}) {
                boolean isShort = until >= timeMs && until < timeMs + MOST_MS;
                Guard.check(!batch.isValidAt(timeMs) || isShort, "a batch is valid too long until=" + until);
            }
        });
        long before = -1;
        for (CallCodec.Call call : batch.calls()) {
            Guard.check(call.number() > before, "numbers of calls do not grow number=" + call.number());
            before = call.number();
            try {
                decoders.get(call.schema())
                        .call(BinaryInput.of(call.arguments().toArray(ValueLayout.JAVA_BYTE)), calls);
            } catch (WireException e) {
                throw new AssertionError(
                        "a call of a batch cannot be made method="
                                + call.schema().methodName(),
                        e);
            }
        }
    }

    /** Returns what the client has signed. */
    private List<byte[]> signed() {
        CallSigner signer =
                new CallSigner(signatures, key, CLIENT, CHAIN, CallsTarget.Calls.class, Samples.allowed(), 1);
        CallsTarget.Calls batch = signer.as(CallsTarget.Calls.class);
        batch.none();
        byte[] shortest = signer.sign(NOW_MS, Duration.ofSeconds(1));
        batch.trade(Samples.trade());
        batch.several("x", 1, List.of("a", 2, 1.5, Samples.trade()));
        batch.shape(new Samples.Group("g", List.of(new Samples.Circle(1), Samples.Colour.RED)));
        batch.to("y", 2).none();
        return List.of(shortest, signer.sign(NOW_MS, Duration.ofSeconds(59)));
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        byte[] other = "ben0".getBytes(StandardCharsets.UTF_8);
        for (byte[] transaction : signed()) {
            byte[] unsigned = Arrays.copyOfRange(transaction, HEAD_BYTES, transaction.length);
            byte[] ofAnother = unsigned.clone();
            System.arraycopy(other, 0, ofAnother, NAME_OFFSET, CLIENT.length());
            seeds.addAll(List.of(transaction, unsigned, ofAnother));
        }
        return seeds;
    }
}
