package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Batches that clients sign, what seats demand of them, and that each is verified once. */
@Tolerates(threads = "Native reference cleanup thread", because = "Corretto never ends its thread")
class SignedCallsTest {
    private static final Signatures SIGNATURES = Signatures.fastest();
    private static final SigningKey ANNA = SigningKey.generate();
    private static final Digest CHAIN = Digest.of(new byte[32]);
    private static final long NOW_MS = 1_000_000;

    private final ClientSignatures clients =
            new ClientSignatures(SIGNATURES, CHAIN, Map.of("anna", ANNA.verificationKey()));
    private final CallCodec codec = new CallCodec(List.of(Gifts.class), WireTypes.none());

    private static CallSigner signer(SigningKey key, String principal, Digest chain, long first) {
        return new CallSigner(SIGNATURES, key, principal, chain, Gifts.class, WireTypes.none(), first);
    }

    private static byte[] signed(SigningKey key, String principal, Digest chain) {
        CallSigner signer = signer(key, principal, chain, 10);
        signer.as(Gifts.class).give("anna", "ben", 5);
        signer.as(Gifts.class).give("anna", "carl", 6);
        return signer.sign(NOW_MS, Duration.ofSeconds(30));
    }

    private byte[] unsigned(String client) {
        BinaryOutput out = BinaryOutput.allocate(100);
        out.writeString("anna");
        out.writeString("ben");
        out.writeLong(1);
        CallCodec.Writer writer = codec.writer(1000);
        writer.begin(client);
        writer.add(
                1, Wire.closed().offeredCalls(Gifts.class).getFirst().call(), out.segment(), out.start(), out.length());
        return writer.bytes();
    }

    @Test
    void aBatchHasTheClientTheNumbersAndTheTimeThatWereSigned() {
        byte[] transaction = signed(ANNA, "anna", CHAIN);
        assertTrue(clients.isRight(transaction));
        CallCodec.Batch batch = codec.read(transaction).orElseThrow();
        assertEquals(ClientSignatures.name("anna"), batch.client());
        assertTrue(clients.isSigning(batch.client()));
        assertEquals(
                List.of(10L, 11L),
                batch.calls().stream().map(CallCodec.Call::number).toList());
        assertTrue(batch.isValidAt(NOW_MS));
        assertTrue(batch.isValidAt(NOW_MS + 30_000));
        assertFalse(batch.isValidAt(NOW_MS + 30_001));
        assertFalse(batch.isValidAt(NOW_MS - 30_000)); // it would be valid for longer than it is remembered
    }

    @Test
    void aBatchThatWasChangedAnywhereIsRefused() {
        byte[] transaction = signed(ANNA, "anna", CHAIN);
        for (int at = 0; at < transaction.length; at++) {
            byte[] changed = transaction.clone();
            changed[at] ^= 1;
            boolean isOther = at == 0 && codec.read(changed).isEmpty(); // no batch at all, which calls nothing
            assertTrue(isOther || !clients.isRight(changed), "at=" + at);
        }
    }

    @Test
    void aBatchIsRefusedThatAnotherKeySignedOrForAnotherChainOrNone() {
        assertFalse(clients.isRight(signed(SigningKey.generate(), "anna", CHAIN)));
        byte[] other = new byte[32];
        other[0] = 1;
        assertFalse(clients.isRight(signed(ANNA, "anna", Digest.of(other))));
        assertFalse(clients.isRight(signed(ANNA, "ben", CHAIN)));
        assertFalse(clients.isRight(unsigned(ClientSignatures.name("anna"))));
        assertFalse(clients.isRight(unsigned("anna/other-session")));
    }

    @Test
    void clientsWithoutAKeyDoNotSignAndWhatIsNoBatchHasNoClient() {
        assertTrue(clients.isRight(unsigned(ClientSignatures.name("ben"))));
        assertTrue(clients.isRight(new byte[] {7, 7}));
        assertTrue(clients.isRight(new byte[0]));
        assertFalse(clients.isSigning("anna/other-session"));
    }

    @Test
    void aBatchWithoutCallsOrForTooLongIsNotSigned() {
        CallSigner signer = signer(ANNA, "anna", CHAIN, 1);
        assertThrows(LedgerException.class, () -> signer.sign(NOW_MS, Duration.ofSeconds(1)));
        signer.as(Gifts.class).give("anna", "ben", 5);
        assertThrows(LedgerException.class, () -> signer.sign(NOW_MS, SignedCalls.MOST_VALID));
        assertEquals(2, signer.number());
    }

    /** Counts what it verifies. */
    private static final class Counting implements SeatSignatures {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public byte[] sign(Digest block) {
            throw new AssertionError("nothing is signed here");
        }

        @Override
        public boolean verify(int seat, Digest block, byte[] signature) {
            count.incrementAndGet();
            return new SeatBench.Named(seat).verify(seat, block, signature);
        }
    }

    @Test
    void aBlockIsVerifiedOnceThoughSeveralPeersSendItAndWrongOnesAreLeftOut() {
        BlockCodec blocks = SeatBench.codec(4, 1);
        Counting counting = new Counting();
        AtomicInteger checked = new AtomicInteger();
        Intake intake = new Intake(blocks, counting, transaction -> {
            checked.incrementAndGet();
            return transaction[0] != 9;
        });
        List<Reference> genesis = blocks.chain().genesis();
        Block right = block(blocks, genesis, 1, 1, new byte[] {1}, new byte[] {2});
        Block wrong = block(blocks, genesis, 2, 3, new byte[] {1});
        Block invented = block(blocks, genesis, 3, 3, new byte[] {9});
        byte[] message = SeatMessageCodec.write(new SeatMessage.Blocks(List.of(right, wrong, invented)));
        List<Rejection> reasons = new ArrayList<>();
        for (int peer = 1; peer < 4; peer++) {
            SeatMessage.Blocks read =
                    (SeatMessage.Blocks) intake.read(message, rejected -> reasons.add(rejected.reason()));
            assertEquals(
                    List.of(right.reference()),
                    read.blocks().stream().map(Block::reference).toList());
        }
        assertEquals(List.of(Rejection.SIGNATURE, Rejection.CLIENT), reasons.subList(0, 2));
        assertEquals(6, reasons.size());
        assertEquals(1 + 3 + 3, counting.count.get());
        assertEquals(2 + 3, checked.get());
        byte[] signature = right.header().rawSignature();
        assertTrue(intake.verify(1, right.reference().digest(), signature));
        assertEquals(7, counting.count.get()); // known
        byte[] another = Arrays.copyOf(signature, signature.length);
        another[0] ^= 1;
        assertFalse(intake.verify(1, right.reference().digest(), another));
    }

    @Test
    void aKnownBlockWithAWrongSignatureIsLeftOutAsAnyOther() {
        SeatBench bench = new SeatBench(0, 4);
        Intake intake = new Intake(bench.codec, new SeatBench.Named(0), _ -> true);
        Block right = block(bench.codec, bench.codec.chain().genesis(), 1, 1, new byte[] {1});
        List<Block> sent = List.of(right, bench.forged(right));
        List<Rejection> reasons = new ArrayList<>();
        for (SeatMessage message : List.of(new SeatMessage.Blocks(sent), new SeatMessage.Committed(sent))) {
            SeatMessage read = intake.read(SeatMessageCodec.write(message), rejected -> reasons.add(rejected.reason()));
            List<Block> blocks =
                    read instanceof SeatMessage.Blocks some ? some.blocks() : ((SeatMessage.Committed) read).blocks();
            assertEquals(1, blocks.size());
            assertArrayEquals(
                    right.header().rawSignature(), blocks.getFirst().header().rawSignature());
        }
        assertEquals(List.of(Rejection.SIGNATURE, Rejection.SIGNATURE), reasons);
    }

    /** Returns a block of an author that a seat has signed. */
    private static Block block(
            BlockCodec blocks, List<Reference> genesis, int author, int signer, byte[]... transactions) {
        List<Reference> parents = List.of(SeatBench.ownFirst(author, genesis));
        return blocks.make(author, 1, parents, 0, List.of(), List.of(transactions), new SeatBench.Named(signer));
    }
}
