package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Row;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The steps of the transactions suite, the same for every side: threads begin a transaction, enlist resources that do
 * nothing, and commit, as fast as possible. The resources count every commit, and the counts must agree.
 */
abstract class TransactionWorkload implements Workload {

    /** How many forced writes per second the device does, one at a time; the reference for stores that force. */
    static final String DEVICE = "device forced 4 KiB writes";

    /** The bytes that a thread allocates for a transaction of one resource, which needs no store. */
    static final String ALLOCATED = "bytes allocated one-phase commit";

    private static final int ALLOCATING_TRANSACTIONS = 200_000;

    /**
     * Virtual threads are not preempted: one that never waits would keep its processor, and the others would get none.
     */
    private static final int TRANSACTIONS_PER_TURN = 64;

    private static final int BLOCK_BYTES = 4096;
    private static final int BLOCKS = 2048;

    /**
     * A figure.
     *
     * @param store the kind of store
     * @param resources how many resources each transaction has
     * @param threads how many threads commit
     * @param kind the kind of these threads
     */
    record Row(String store, int resources, int threads, ThreadKind kind) {

        String name() {
            return store + " " + resources + (resources == 1 ? " resource " : " resources ") + threads
                    + (kind == ThreadKind.VIRTUAL ? " virtual" : "") + (threads == 1 ? " thread" : " threads");
        }
    }

    /** The kinds of threads. */
    enum ThreadKind {
        PLATFORM,
        VIRTUAL
    }

    /** Returns the rows that this side measures; those of one store are together. */
    abstract List<Row> rows(Effort effort);

    /** An opened store of a side. */
    interface Opened extends AutoCloseable {
        TransactionManager manager();

        @Override
        void close();
    }

    /** Opens a manager with a kind of store, in an empty directory. */
    abstract Opened open(String store, Path directory) throws Exception;

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        Map<String, List<Row>> stores = new LinkedHashMap<>();
        for (Row row : rows(effort)) {
            boolean allocates = row.store().equals(TransactionSuite.VOLATILE) && figures.isWanted(ALLOCATED);
            if (figures.isWanted(row.name()) || allocates) {
                stores.computeIfAbsent(row.store(), store -> new ArrayList<>());
            }
            if (figures.isWanted(row.name())) {
                stores.get(row.store()).add(row);
            }
        }
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            for (Map.Entry<String, List<Row>> store : stores.entrySet()) {
                Turn.stage(TransactionSuite.stage(store.getKey()));
                try (Opened opened = open(store.getKey(), fresh.path().resolve(store.getKey()))) {
                    if (store.getKey().equals(TransactionSuite.VOLATILE) && figures.isWanted(ALLOCATED)) {
                        allocated(opened.manager());
                        figures.report(ALLOCATED, allocated(opened.manager()));
                    }
                    measure(store.getValue(), opened.manager(), effort, figures);
                }
            }
            if (!figures.isWanted(DEVICE)) {
                return;
            }
            Turn.stage(TransactionSuite.LAST_STAGE);
            figures.report(DEVICE, forcedWrites(fresh.path().resolve("device"), effort.leadInNs()));
        }
    }

    /** Measures the rows of a store in turns, a slice each, so that a disturbance of the machine affects all rows. */
    private static void measure(List<Row> rows, TransactionManager manager, Effort effort, Figures figures)
            throws InterruptedException {
        Map<Row, List<Double>> slices = new LinkedHashMap<>();
        for (int slice = 0; slice < effort.transactionSlices(); slice++) {
            for (Row row : rows) {
                Turn.next();
                measure(row, manager, effort.transactionLeadInNs(slice));
                slices.computeIfAbsent(row, key -> new ArrayList<>())
                        .add(measure(row, manager, effort.transactionSliceNs()));
            }
        }
        slices.forEach((row, values) -> figures.report(row.name(), values));
    }

    /** Returns how many bytes this thread allocates for each transaction of one resource. */
    private static double allocated(TransactionManager manager) throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        DummyResource resource = new DummyResource();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int n = 0; n < ALLOCATING_TRANSACTIONS; n++) {
            manager.begin();
            manager.getTransaction().enlistResource(resource);
            manager.commit();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / (double) ALLOCATING_TRANSACTIONS;
    }

    /** Returns transactions per second. */
    private static double measure(Row row, TransactionManager manager, long durationNs) throws InterruptedException {
        ThreadFactory factory = row.kind() == ThreadKind.VIRTUAL
                ? Thread.ofVirtual().factory()
                : Thread.ofPlatform().factory();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Committer> committers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch ready = new CountDownLatch(row.threads());
        CompletableFuture<Long> end = new CompletableFuture<>();
        for (int i = 0; i < row.threads(); i++) {
            Committer committer = new Committer(manager, row, ready, end, failures);
            committers.add(committer);
            Thread thread = factory.newThread(committer);
            threads.add(thread);
            thread.start();
        }
        ready.await();
        long startNs = System.nanoTime();
        end.complete(startNs + durationNs);
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - startNs) / (double) TimeUnit.SECONDS.toNanos(1);
        if (!failures.isEmpty()) {
            throw new BenchmarkException("a transaction failed row=" + row + " reason=" + failures.peek());
        }
        return committers.stream().mapToLong(Committer::checkedCount).sum() / seconds;
    }

    /** The work of one thread. */
    private static final class Committer implements Runnable {
        private final TransactionManager manager;
        private final DummyResource[] resources;
        private final boolean yields;
        private final CountDownLatch ready;
        private final CompletableFuture<Long> end;
        private final Queue<Throwable> failures;
        private long count;

        Committer(
                TransactionManager manager,
                Row row,
                CountDownLatch ready,
                CompletableFuture<Long> end,
                Queue<Throwable> failures) {
            this.manager = manager;
            this.resources = new DummyResource[row.resources()];
            for (int i = 0; i < row.resources(); i++) {
                this.resources[i] = new DummyResource();
            }
            this.yields = row.kind() == ThreadKind.VIRTUAL;
            this.ready = ready;
            this.end = end;
            this.failures = failures;
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // virtual threads must take turns
        public void run() {
            try {
                ready.countDown();
                long endNs = end.get();
                do { // at least one, however late a thread begins
                    manager.begin();
                    Transaction transaction = manager.getTransaction();
                    for (DummyResource resource : resources) {
                        transaction.enlistResource(resource);
                    }
                    manager.commit();
                    count++;
                    if (yields && count % TRANSACTIONS_PER_TURN == 0) {
                        Thread.yield();
                    }
                } while (System.nanoTime() - endNs < 0);
            } catch (Exception e) {
                failures.add(e);
            }
        }

        long checkedCount() {
            for (DummyResource resource : resources) {
                if (resource.commits != count) {
                    throw new BenchmarkException(
                            "commits are missing transactions=" + count + " commits=" + resource.commits);
                }
            }
            return count;
        }
    }

    private static double forcedWrites(Path file, long durationNs) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < BLOCKS; i++) {
                channel.write(block.clear(), (long) i * BLOCK_BYTES);
            }
            channel.force(true);
            long startNs = System.nanoTime();
            long writes = 0;
            do {
                channel.write(block.clear(), writes % BLOCKS * BLOCK_BYTES);
                channel.force(false);
                writes++;
            } while (System.nanoTime() - startNs < durationNs);
            return writes * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - startNs);
        }
    }
}
