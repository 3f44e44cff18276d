package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.RollbackException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

class TransactionStatisticsTest {

    /** What a transaction of one resource may allocate. */
    private static final long MAX_ONE_PHASE_BYTES = 500;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");

    private Transactions open() {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                new VolatileDecisionStore(),
                List.of(a, b));
    }

    private static void begin(Transactions transactions, SimulatedResource... resources) throws Exception {
        transactions.begin();
        for (SimulatedResource resource : resources) {
            transactions.getTransaction().enlistResource(resource.named());
        }
    }

    @Test
    void everyPhaseIsCountedOnce() throws Exception {
        try (Transactions transactions = open()) {
            begin(transactions, a);
            transactions.commit();
            begin(transactions, a, b);
            transactions.commit();
            begin(transactions, a, b);
            transactions.rollback();
            a.fails("prepare", XAException.XA_RBINTEGRITY);
            begin(transactions, a, b);
            assertThrows(RollbackException.class, transactions::commit);
            transactions.recover();
            TransactionStatistics statistics = transactions.statistics();
            List<Long> counts =
                    statistics.phases().stream().map(PhaseStatistics::count).toList();
            assertEquals(List.of(4L, 2L, 1L, 2L, 2L, 1L), counts, "in the order of the phases");
            assertEquals(2, statistics.committed());
            assertEquals(2, statistics.rolledBack());
            assertEquals(0, statistics.unknown());
            assertEquals(0, statistics.timedOut());
            assertTrue(statistics.of(Phase.TRANSACTION).maxNs()
                    >= statistics.of(Phase.FORCE).maxNs());
        }
    }

    @Test
    void aBucketIsASixteenthWideAtMostAndTheNextFollows() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int n = 0; n < 100_000; n++) {
            long ns = random.nextLong(1L << random.nextInt(1, 41));
            int bucket = PhaseTimes.bucket(ns);
            long upTo = PhaseTimes.upTo(bucket);
            assertTrue(upTo >= ns && upTo - ns <= ns / 16, () -> "seed=" + seed + " ns=" + ns + " upTo=" + upTo);
            assertEquals(bucket, PhaseTimes.bucket(upTo), () -> "seed=" + seed + " ns=" + ns);
            assertEquals(bucket + 1, PhaseTimes.bucket(upTo + 1), () -> "seed=" + seed + " ns=" + ns);
        }
    }

    @Test
    void percentilesAreThoseOfAllThatWasCounted() throws InterruptedException {
        PhaseTimes times = new PhaseTimes();
        int threads = 4;
        int each = 10_000;
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            running.add(Thread.ofVirtual().start(() -> {
                for (int n = 1; n <= each; n++) {
                    times.record(Phase.FORCE, n);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        times.record(Phase.COMMIT, Long.MAX_VALUE);
        times.record(Phase.COMMIT, -1);
        PhaseStatistics force = times.of(Phase.FORCE);
        assertEquals((long) threads * each, force.count());
        for (double percentile : new double[] {0, 1, 50, 99, 99.9, 100}) {
            long expected = Math.max(1, (long) Math.ceil(percentile / 100 * each));
            long actual = force.percentileNs(percentile);
            assertTrue(
                    actual >= expected && actual - expected <= expected / 16,
                    "percentile=" + percentile + " actual=" + actual);
        }
        assertEquals(2, times.of(Phase.COMMIT).count(), "what is too long or short is counted too");
        assertEquals(0, times.of(Phase.RECOVERY).percentileNs(50));
        assertThrows(IllegalArgumentException.class, () -> force.percentileNs(101));
    }

    @Test
    void aTransactionOfOneResourceAllocatesLittle() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int count = 20_000;
        try (Transactions transactions = open()) {
            XAResource nothing = new Nothing();
            long bytes = 0;
            for (int round = 0; round < 2; round++) { // the first one loads what is used once
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int n = 0; n < count; n++) {
                    transactions.begin();
                    transactions.getTransaction().enlistResource(nothing);
                    transactions.commit();
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
            long each = bytes / count;
            assertTrue(each < MAX_ONE_PHASE_BYTES, "bytes=" + each);
        }
    }

    /** A resource that has nothing to do and allocates nothing. */
    private static final class Nothing extends XaResourceAdapter {
        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {}

        @Override
        public void rollback(Xid xid) {}
    }
}
