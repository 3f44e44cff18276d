package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The format of blocks, and what the bytes of a block alone tell (V1 to V5). */
class BlockCodecTest {
    private final BlockCodec codec = SeatBench.codec(4, 1);
    private final List<Reference> genesis = codec.chain().genesis();

    private Block make(BlockCodec by, int author, long round, List<Reference> parents, List<byte[]> calls) {
        return by.make(author, round, parents, 1, List.of(), calls, new SeatBench.Named(author));
    }

    private Block valid() {
        CommitVote vote = new CommitVote(VoteKind.EXECUTED, 3, Sha256.ofBytes(new byte[1]));
        return codec.make(
                1,
                1,
                List.of(SeatBench.ownFirst(1, genesis)),
                -5,
                List.of(vote),
                List.of(bytes("a"), bytes("bc")),
                new SeatBench.Named(1));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Rejection refusal(byte[] bytes) {
        return assertThrows(RejectedException.class, () -> codec.read(ByteBuffer.wrap(bytes)))
                .reason();
    }

    private Rejection refusal(int author, long round, Reference... parents) {
        return refusal(BlockCodec.bytes(make(codec, author, round, List.of(parents), List.of())));
    }

    @Test
    void aBlockIsReadAsItWasWritten() {
        Block block = valid();
        byte[] bytes = BlockCodec.bytes(block);
        Block read = codec.read(ByteBuffer.wrap(bytes));
        assertEquals(block.reference(), read.reference());
        assertEquals(block.header().parents(), read.header().parents());
        assertEquals(block.header().votes(), read.header().votes());
        assertEquals(-5, read.header().timeMs());
        assertArrayEquals(bytes("bc"), read.transaction(1));
        assertArrayEquals(bytes, BlockCodec.bytes(read));
    }

    @Test
    void theDigestDoesNotCoverTheSignature() {
        Block block = valid();
        byte[] bytes = BlockCodec.bytes(block);
        int signature = Integer.BYTES + block.header().rawBytes().length;
        bytes[signature] ^= 1;
        assertEquals(block.reference(), codec.read(ByteBuffer.wrap(bytes)).reference());
        bytes[10] ^= 1;
        assertEquals(Rejection.MALFORMED, refusal(bytes)); // its name
    }

    @Test
    void eachBeginningOfABlockIsRefused() {
        byte[] bytes = BlockCodec.bytes(valid());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertEquals(Rejection.MALFORMED, refusal(cut), "length=" + length);
        }
    }

    @Test
    void aBlockOfAnotherChainWeekOrCommitteeIsRefused() {
        List<Reference> parents = List.of(SeatBench.ownFirst(0, genesis));
        byte[] week = BlockCodec.bytes(make(SeatBench.codec(4, 2), 0, 1, parents, List.of()));
        assertEquals(Rejection.WEEK, refusal(week));
        byte[] committee = BlockCodec.bytes(make(SeatBench.codec(5, 1), 0, 1, parents, List.of()));
        assertEquals(Rejection.COMMITTEE, refusal(committee));
        byte[] chain = BlockCodec.bytes(valid());
        chain[Integer.BYTES + 23] ^= 1;
        assertEquals(Rejection.CHAIN, refusal(chain));
    }

    @Test
    void theAuthorIsASeatAndTheRoundIsAtLeastOne() {
        assertEquals(Rejection.AUTHOR, refusal(4, 1, genesis.get(0), genesis.get(1), genesis.get(2)));
        assertEquals(Rejection.ROUND, refusal(0, 0, genesis.get(0), genesis.get(1), genesis.get(2)));
        assertEquals(Rejection.ROUND, refusal(0, -1, genesis.get(0), genesis.get(1), genesis.get(2)));
    }

    @Test
    void theFirstParentIsTheAuthorsOwn() {
        assertEquals(Rejection.OWN_PARENT, refusal(0, 1));
        assertEquals(Rejection.OWN_PARENT, refusal(0, 1, genesis.get(1), genesis.get(0), genesis.get(2)));
    }

    @Test
    void parentsAreOfEarlierRoundsAndDifferentSeats() {
        Reference own = genesis.get(0);
        Reference same = new Reference(2, 1, own.digest());
        assertEquals(Rejection.PARENT_ROUND, refusal(0, 2, own, same));
        assertEquals(Rejection.PARENT_ROUND, refusal(0, 2, own, new Reference(-1, 1, own.digest())));
        assertEquals(Rejection.PARENT_ROUND, refusal(0, 2, own, new Reference(0, 1, own.digest())));
        Reference before = new Reference(1, 1, own.digest());
        assertEquals(Rejection.DUPLICATE_AUTHOR, refusal(0, 2, own, before, genesis.get(1)));
        assertEquals(Rejection.DUPLICATE_AUTHOR, refusal(0, 2, own, new Reference(1, 9, own.digest())));
    }

    @Test
    void aQuorumOfTheParentsIsOfTheRoundBefore() {
        assertEquals(Rejection.QUORUM, refusal(0, 1, genesis.get(0), genesis.get(1)));
        Reference first = new Reference(1, 1, genesis.get(0).digest());
        Reference second = new Reference(1, 2, genesis.get(0).digest());
        assertEquals(Rejection.QUORUM, refusal(0, 2, genesis.get(0), first, second));
    }

    @Test
    void sizesAreBounded() {
        List<Reference> parents = List.of(SeatBench.ownFirst(0, genesis));
        List<byte[]> many = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            many.add(new byte[1]);
        }
        assertEquals(Rejection.SIZE, refusal(BlockCodec.bytes(make(codec, 0, 1, parents, many))));
        assertEquals(Rejection.SIZE, refusal(BlockCodec.bytes(make(codec, 0, 1, parents, List.of(new byte[1001])))));
        List<Reference> five = new ArrayList<>(parents);
        five.add(new Reference(0, 4, genesis.get(0).digest()));
        assertEquals(Rejection.SIZE, refusal(BlockCodec.bytes(make(codec, 0, 1, five, List.of()))));
        List<CommitVote> votes = new ArrayList<>();
        for (int i = 1; i <= 9; i++) {
            votes.add(new CommitVote(VoteKind.COMMITTED, i, genesis.get(0).digest()));
        }
        Block tooMany = codec.make(0, 1, parents, 1, votes, List.of(), new SeatBench.Named(0));
        assertEquals(Rejection.SIZE, refusal(BlockCodec.bytes(tooMany)));
    }

    @Test
    void theTransactionsAreThoseOfTheRoot() {
        byte[] bytes = BlockCodec.bytes(valid());
        bytes[bytes.length - 1] ^= 1;
        assertEquals(Rejection.PAYLOAD_ROOT, refusal(bytes));
    }

    @Test
    void theRootTellsAnEntryFromAPairOfEntries() {
        List<Digest> leaves = Sha256.leaves(List.of(bytes("a"), bytes("b"), bytes("c")));
        assertNotEquals(Sha256.root(leaves), Sha256.root(leaves.subList(0, 2)));
        assertNotEquals(
                Sha256.root(leaves),
                Sha256.root(List.of(Sha256.root(leaves.subList(0, 2)), leaves.get(2))
                        .reversed()));
        // The empty tree of RFC 6962 is the hash of nothing.
        assertEquals(
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                Sha256.root(List.of()).toString());
    }
}
