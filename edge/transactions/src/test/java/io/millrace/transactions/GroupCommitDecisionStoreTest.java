package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class GroupCommitDecisionStoreTest extends DecisionStoreContract {

    static final long SMALL = 2 << 20;

    @Override
    DecisionStore open(Path at) {
        return GroupCommitDecisionStore.open(at, SMALL, 1);
    }

    static Set<Long> pending(DecisionStore store) {
        return store.pending().stream()
                .map(decision -> decision.transaction().sequence())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns a decision whose record takes more than a quarter of a megabyte. */
    private static Decision large(long sequence) {
        String name = "n".repeat(Decision.MAX_NAME_LENGTH);
        return new Decision(
                new GlobalId(1, sequence),
                IntStream.range(0, Decision.MAX_BRANCHES)
                        .mapToObj(branch -> new Decision.BranchRecord(branch, name))
                        .toList());
    }

    /** Returns the batches of both files, in their order. */
    private List<LogFile.Batch> batches() throws IOException {
        List<LogFile.Batch> all = new ArrayList<>();
        for (LogFile file : GroupCommitLog.open(directory, SMALL)) {
            all.addAll(file.batches());
            file.close();
        }
        all.sort((one, other) -> Long.compare(one.number(), other.number()));
        return all;
    }

    private static void flip(LogFile.Batch batch, long offset) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(batch.file().path().toFile(), "rw")) {
            file.seek(batch.position() + offset);
            int old = file.read();
            file.seek(batch.position() + offset);
            file.write(old ^ 4);
        }
    }

    @Test
    void whatIsPendingIsCarriedOverAndTheFilesAreUsedAgain() throws IOException {
        long incarnation;
        HeuristicOutcome outcome = new HeuristicOutcome(new GlobalId(1, 7), Outcome.MIXED, List.of());
        try (DecisionStore store = open(directory)) {
            incarnation = store.incarnation();
            store.record(decision(0));
            store.keep(outcome);
            for (int n = 1; n < 30; n++) {
                store.record(large(n));
                store.forget(large(n).transaction());
            }
        }
        for (int i = 0; i < 2; i++) {
            assertTrue(Files.size(directory.resolve("decisions-" + i + ".log")) <= SMALL + (1 << 20));
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(decision(0)), List.copyOf(store.pending()));
            assertEquals(List.of(outcome), List.copyOf(store.kept()));
            assertEquals(incarnation + 1, store.incarnation());
        }
    }

    @Test
    void moreMayBePendingThanThereIsRoomFor() {
        int count = 20_000;
        try (DecisionStore store = open(directory)) {
            CountDownLatch left = new CountDownLatch(count);
            for (int n = 0; n < count; n++) {
                store.record(decision(n), error -> left.countDown());
            }
            await(left);
            for (int n = 0; n < 25; n++) {
                store.record(large(count + n)); // and on through the end of a file, more than once
            }
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(count + 25, store.pending().size());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void callbacksComeInTheOrderOfTheLog() {
        int count = 5000;
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch left = new CountDownLatch(count);
        try (DecisionStore store = open(directory)) {
            for (int n = 0; n < count; n++) {
                int number = n;
                store.record(decision(n), error -> {
                    told.add(error == null ? number : -1);
                    left.countDown();
                });
                if (n % 100 == 0) {
                    store.record(decision(count + n));
                }
            }
            await(left);
            assertEquals(IntStream.range(0, count).boxed().toList(), told);
        }
    }

    @Test
    void anErrorOfACallbackKeepsNothingFromTheNext() {
        List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, error) -> uncaught.add(error));
        CountDownLatch left = new CountDownLatch(1);
        try (DecisionStore store = open(directory)) {
            store.record(decision(1), _ -> {
                throw new NoClassDefFoundError("callback");
            });
            store.record(decision(2), _ -> left.countDown());
            await(left);
            store.record(decision(3));
            assertEquals(Set.of(1L, 2L, 3L), pending(store));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals("callback", uncaught.getFirst().getMessage());
    }

    @Test
    void anInterruptDoesNotEndTheStore() {
        try (DecisionStore store = open(directory)) {
            Thread.currentThread().interrupt();
            store.record(decision(1));
            assertTrue(Thread.interrupted());
            store.record(decision(2));
            assertEquals(Set.of(1L, 2L), pending(store));
        }
    }

    @Test
    void damageToWhatWasDurableIsRefusedWithItsPlace() throws IOException {
        try (DecisionStore store = open(directory)) {
            for (int n = 1; n <= 5; n++) {
                store.record(decision(n));
            }
        }
        List<LogFile.Batch> batches = batches();
        for (LogFile.Batch batch : batches.subList(0, batches.size() - 1)) {
            for (long offset : new long[] {0, 9, 17, 30, 39, 43, 47, LogFile.HEADER_BYTES}) {
                if (offset < LogFile.HEADER_BYTES + batch.records().limit()) {
                    flip(batch, offset);
                    flip(batch, LogFile.BLOCK_BYTES / 2 + offset);
                    TransactionLogException refused = assertThrows(
                            TransactionLogException.class, () -> open(directory).close(), "offset=" + offset);
                    assertTrue(refused.getMessage().contains("damaged"), refused.getMessage());
                    flip(batch, offset);
                    flip(batch, LogFile.BLOCK_BYTES / 2 + offset);
                }
            }
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(Set.of(1L, 2L, 3L, 4L, 5L), pending(store));
        }
    }

    @Test
    void damageToOneCopyLosesNothingAlsoAtTheEnd() throws IOException {
        try (DecisionStore store = open(directory)) {
            for (int n = 1; n <= 3; n++) {
                store.record(decision(n));
            }
        }
        List<byte[]> whole = images();
        for (LogFile.Batch batch : batches()) {
            for (int sector = 0; sector < LogFile.BLOCK_BYTES; sector += 512) {
                byte[] damaged = Files.readAllBytes(batch.file().path());
                int at = (int) batch.position() + sector;
                Arrays.fill(damaged, at, at + 512, (byte) 0);
                Files.write(batch.file().path(), damaged);
                for (int start = 0; start < 2; start++) {
                    try (DecisionStore store = open(directory)) {
                        assertEquals(Set.of(1L, 2L, 3L), pending(store), batch + " sector=" + sector);
                    }
                }
                restore(whole);
            }
        }
    }

    private void restore(List<byte[]> images) throws IOException {
        for (int i = 0; i < images.size(); i++) {
            Files.write(directory.resolve("decisions-" + i + ".log"), images.get(i));
        }
    }

    @Test
    void aTornEndIsNormalWhereverItIsTorn() throws IOException {
        try (DecisionStore store = open(directory)) {
            for (int n = 1; n <= 3; n++) {
                store.record(decision(n));
            }
        }
        LogFile.Batch last = batches().getLast();
        List<byte[]> whole = images();
        int begin = (int) last.position();
        for (int torn = 0; torn < LogFile.HEADER_BYTES + last.records().limit(); torn += 23) {
            restore(whole);
            byte[] half = Files.readAllBytes(last.file().path());
            Arrays.fill(half, begin + torn, begin + LogFile.BLOCK_BYTES, (byte) 0x5a); // with the copy
            Files.write(last.file().path(), half);
            for (int start = 0; start < 3; start++) {
                try (DecisionStore store = open(directory)) {
                    assertEquals(Set.of(1L, 2L), pending(store), "torn=" + torn);
                }
            }
        }
        try (DecisionStore store = open(directory)) {
            store.record(decision(9));
            assertEquals(Set.of(1L, 2L, 9L), pending(store));
        }
    }

    /** The files as they are on the device at any moment, with any sectors of the write that is under way. */
    @Test
    void powerMayGoAtAnyMoment() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<Long> recorded = new TreeSet<>();
        long inDoubt = 0;
        for (int round = 0; round < 25; round++) {
            List<byte[]> old;
            long tried = 1000L * round;
            try (DecisionStore store = open(directory)) {
                if (store.isDecided(decision(inDoubt).transaction())) {
                    recorded.add(inDoubt);
                }
                assertEquals(recorded, pending(store), "seed=" + seed + " round=" + round);
                for (int n = random.nextInt(30); n > 0; n--) {
                    store.record(decision(++tried));
                    recorded.add(tried);
                }
                old = images();
                inDoubt = ++tried;
                store.record(decision(inDoubt));
            }
            List<byte[]> now = images();
            for (int i = 0; i < now.size(); i++) {
                byte[] mixed = old.get(i).clone();
                for (int sector = 0; sector < mixed.length; sector += 512) {
                    if (random.nextBoolean()) {
                        System.arraycopy(now.get(i), sector, mixed, sector, 512);
                    }
                }
                Files.write(directory.resolve("decisions-" + i + ".log"), mixed);
            }
        }
    }

    private List<byte[]> images() throws IOException {
        List<byte[]> images = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            images.add(Files.readAllBytes(directory.resolve("decisions-" + i + ".log")));
        }
        return images;
    }

    @Test
    void aVersionThatIsNotKnownIsRefused() throws IOException {
        open(directory).close();
        LogFile.Batch batch = batches().getLast();
        try (RandomAccessFile file = new RandomAccessFile(batch.file().path().toFile(), "rw")) {
            ByteBuffer whole = ByteBuffer.allocate(LogFile.HEADER_BYTES);
            file.seek(batch.position());
            file.readFully(whole.array());
            whole.putShort(4, (short) 2);
            CRC32C crc = new CRC32C();
            crc.update(whole.slice(0, 44));
            whole.putInt(44, (int) crc.getValue());
            file.seek(batch.position());
            file.write(whole.array());
        }
        TransactionLogException refused = assertThrows(
                TransactionLogException.class, () -> open(directory).close());
        assertTrue(refused.getMessage().contains("version=2"), refused.getMessage());
    }
}
