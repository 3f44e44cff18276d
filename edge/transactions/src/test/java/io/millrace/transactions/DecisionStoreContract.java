package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store that survives the process does. */
abstract class DecisionStoreContract {

    @TempDir
    Path directory;

    abstract DecisionStore open(Path at);

    static Decision decision(long sequence) {
        return new Decision(
                new GlobalId(1, sequence),
                List.of(new Decision.BranchRecord(0, "orders"), new Decision.BranchRecord(2, "")));
    }

    @Test
    void whatIsRecordedIsThereAfterTheNextStart() {
        try (DecisionStore store = open(directory)) {
            store.record(decision(1));
            store.record(decision(2));
            store.record(decision(3));
            store.forget(decision(2).transaction());
            assertEquals(Set.of(decision(1), decision(3)), Set.copyOf(store.pending()));
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(Set.of(decision(1), decision(3)), Set.copyOf(store.pending()));
            assertTrue(store.isDecided(decision(3).transaction()));
            assertFalse(store.isDecided(decision(2).transaction()));
        }
    }

    @Test
    void everyStartHasAHigherNumber() {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            try (DecisionStore store = open(directory)) {
                assertTrue(store.incarnation() > last, "incarnation=" + store.incarnation() + " last=" + last);
                last = store.incarnation();
            }
        }
    }

    @Test
    void outcomesAreKeptUntilTheyAreForgotten() {
        HeuristicOutcome outcome = new HeuristicOutcome(
                new GlobalId(1, 9),
                Outcome.MIXED,
                List.of(
                        new BranchOutcome(0, "orders", Outcome.COMMITTED, 0, ""),
                        new BranchOutcome(1, "ä", Outcome.ROLLED_BACK, 6, "the server öf orders had a say")));
        try (DecisionStore store = open(directory)) {
            store.keep(outcome);
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(outcome), List.copyOf(store.kept()));
            assertTrue(store.isKept(outcome.transaction()));
            store.forgetOutcome(outcome.transaction());
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(), List.copyOf(store.kept()));
        }
    }

    @Test
    void aSecondOwnerIsRefused() {
        try (DecisionStore store = open(directory)) {
            RuntimeException refused =
                    assertThrows(RuntimeException.class, () -> open(directory).close());
            assertTrue(refused.getMessage().contains(directory.toString()), refused.getMessage());
            assertTrue(store.pending().isEmpty());
        }
    }

    @Test
    void manyThreadsRecordSideBySide() throws InterruptedException {
        int threads = 8;
        int each = 50;
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (DecisionStore store = open(directory)) {
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int base = t * each;
                running.add(Thread.ofVirtual().start(() -> {
                    try {
                        for (int n = 0; n < each; n++) {
                            store.record(decision(base + n));
                            if (n % 2 == 0) {
                                store.forget(decision(base + n).transaction());
                            }
                        }
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }));
            }
            for (Thread thread : running) {
                thread.join();
            }
        }
        assertEquals(List.of(), new ArrayList<>(failures));
        try (DecisionStore store = open(directory)) {
            assertEquals(threads * each / 2, store.pending().size());
        }
    }
}
