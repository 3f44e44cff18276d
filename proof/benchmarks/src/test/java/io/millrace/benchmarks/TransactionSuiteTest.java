package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionSuiteTest {

    private static List<String> names(Effort effort) {
        return TransactionSuite.suite(effort).cases().stream()
                .map(BenchmarkCase::name)
                .toList();
    }

    @Test
    void theFullRunHasEveryStoreWithEveryNumberOfResourcesAndThreadsOfBothKinds() {
        List<String> all = new ArrayList<>();
        for (String store : List.of("volatile", "file", "journal", "async")) {
            for (String kind : List.of("", " virtual")) {
                for (String resources : List.of(" 1 resource ", " 2 resources ")) {
                    all.add(store + resources + "1" + kind + " thread");
                    for (int threads : List.of(10, 100, 400)) {
                        all.add(store + resources + threads + kind + " threads");
                    }
                }
            }
        }
        all.add(TransactionWorkload.ALLOCATED);
        all.add(TransactionWorkload.DEVICE);
        assertEquals(all, names(Effort.FULL));
    }

    @Test
    void theQuickRunHasAPartOfTheFullOne() {
        Set<String> all = new HashSet<>(names(Effort.FULL));
        List<String> quick = names(Effort.QUICK);
        assertTrue(all.containsAll(quick), quick.toString());
        assertTrue(quick.size() < all.size() / 4, quick.toString());
        assertTrue(
                quick.containsAll(List.of(
                        "volatile 2 resources 100 threads",
                        "volatile 1 resource 100 threads",
                        "file 2 resources 1 thread",
                        "file 2 resources 100 threads",
                        "journal 2 resources 1 thread",
                        "journal 2 resources 100 threads",
                        "journal 2 resources 400 threads",
                        "journal 2 resources 400 virtual threads")),
                quick.toString());
    }

    @Test
    void eachNameIsUniqueAndEachPeerHasTheComparedFigure() {
        for (Effort effort : Effort.values()) {
            Suite suite = TransactionSuite.suite(effort);
            assertEquals(names(effort).size(), new HashSet<>(names(effort)).size(), effort.name());
            List<String> beside = new ArrayList<>();
            for (Side peer : suite.peers()) {
                Set<String> measured =
                        new HashSet<>(List.of(TransactionWorkload.ALLOCATED, TransactionWorkload.DEVICE));
                String store = peer.name().substring(peer.name().lastIndexOf(' ') + 1);
                TransactionSuite.rows(store, effort).forEach(row -> measured.add(row.name()));
                for (BenchmarkCase one : suite.cases(peer)) {
                    assertTrue(measured.contains(one.peerFigure()), peer.name() + " lacks " + one.peerFigure());
                    beside.add(one.name());
                }
            }
            assertTrue(beside.containsAll(names(effort)), effort.name());
        }
    }
}
