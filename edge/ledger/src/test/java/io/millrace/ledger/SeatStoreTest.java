package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeatStoreTest {
    private final BlockCodec codec = SeatBench.codec(4, 1);
    private final SeatBench bench = new SeatBench(0, 4);

    @TempDir
    Path root;

    private SeatStore open() {
        return SeatStore.open(root, codec, () -> Long.MAX_VALUE);
    }

    private Block block(int author) {
        return bench.block(author, 1, SeatBench.ownFirst(author, codec.chain().genesis()));
    }

    @Test
    void storageGivesBackWhatWasStoredInItsOrder() {
        SeatStore.create(root);
        Block own = block(0);
        Block other = block(2);
        CommitRecord commit =
                CommitRecord.of(1, codec.chain().committeeHash(), other.reference(), 7, List.of(other.reference()));
        AtomicBoolean forced = new AtomicBoolean();
        try (SeatStore store = open()) {
            assertEquals(SeatRecovery.first(), store.recover(0));
            store.store(other);
            store.storeOwn(own);
            store.store(commit);
            store.store(new CommitProof(1, commit.digest(), List.of(other.header())));
            store.force(() -> forced.set(true));
            Await.until("what was stored is forced", forced::get);
            assertEquals(
                    own.reference(), store.block(own.reference()).orElseThrow().reference());
        }
        try (SeatStore store = open()) {
            SeatRecovery found = store.recover(5);
            assertEquals(RecordState.KEPT, found.record());
            assertEquals(
                    List.of(other.reference(), own.reference()),
                    found.blocks().stream().map(Block::reference).toList());
            assertEquals(1, found.commits());
            assertEquals(1, found.executed());
            assertEquals(Optional.of(commit), store.commit(1));
            assertEquals(Optional.empty(), store.commit(2));
            assertEquals(commit.digest(), store.proofFrom(1).orElseThrow().digest());
            assertTrue(store.proofFrom(2).isEmpty());
            assertEquals(
                    2, store.block(other.reference()).orElseThrow().header().author());
            assertTrue(store.block(block(3).reference()).isEmpty());
        }
    }

    @Test
    void storageThatWasNotMadeHasLostItsRecord() {
        try (SeatStore store = open()) {
            assertEquals(RecordState.LOST, store.recover(0).record());
            store.store(block(2));
        }
        try (SeatStore store = open()) {
            assertEquals(RecordState.LOST, store.recover(0).record());
            store.storeOwn(block(0));
        }
        try (SeatStore store = open()) {
            assertEquals(RecordState.KEPT, store.recover(0).record());
        }
    }

    /** Stores commits of one block each, and returns the reference of the block of each. */
    private List<Reference> fill(SeatStore store, int commits) {
        List<Reference> stored = new ArrayList<>();
        Digest before = codec.chain().committeeHash();
        for (int index = 1; index <= commits; index++) {
            List<byte[]> calls = List.of(new byte[900], new byte[] {(byte) index, (byte) (index >> 8)});
            Block block = bench.block(
                    2,
                    1,
                    index,
                    List.of(),
                    calls,
                    SeatBench.ownFirst(2, codec.chain().genesis()));
            CommitRecord commit = CommitRecord.of(index, before, block.reference(), index, List.of(block.reference()));
            before = commit.digest();
            store.store(block);
            store.forget(1);
            store.store(commit);
            stored.add(block.reference());
        }
        return stored;
    }

    @Test
    void oldCommitsAreForgottenOnceTheyAreCarriedOut() {
        AtomicLong carriedOut = new AtomicLong();
        List<Reference> stored;
        try (SeatStore store = SeatStore.open(root, codec, carriedOut::get, 100, 1 << 17)) {
            stored = fill(store, 1_000);
            store.storeOwn(block(0));
            assertEquals(1_001, store.blocks(), "nothing was carried out");
            carriedOut.set(900);
            store.store(CommitRecord.of(1_001, Digest.of(new byte[32]), stored.getLast(), 1, List.of()));
            assertEquals(101, store.blocks());
            assertTrue(store.block(stored.get(899)).isEmpty());
            assertTrue(store.commit(900).isEmpty());
            assertEquals(
                    stored.get(900), store.block(stored.get(900)).orElseThrow().reference());
        }
        try (SeatStore store = SeatStore.open(root, codec, carriedOut::get, 100, 1 << 17)) {
            SeatRecovery found = store.recover(950);
            assertEquals(1_001, found.commits());
            for (int index = 901; index <= 1_000; index++) {
                Reference block = store.commit(index).orElseThrow().blocks().getFirst();
                assertEquals(stored.get(index - 1), block);
                assertTrue(store.block(block).isPresent());
            }
        }
    }
}
