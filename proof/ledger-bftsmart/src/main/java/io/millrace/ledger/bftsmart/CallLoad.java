package io.millrace.ledger.bftsmart;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.harness.BenchmarkException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Clients that offer calls to replicas. For one thread. */
final class CallLoad implements AutoCloseable {
    /** The best of 4 to 40 clients with 25 to 250 calls on their way each, on two processors. */
    private static final int CLIENTS = 8;

    private static final int MOST_OUTSTANDING = 100;

    /** Calls that are signed for a second, which are more than two processors can verify four times. */
    private static final int MOST_SIGNED_A_SECOND = 10_000;

    private static final double NS_A_SECOND = 1e9;
    private static final double NS_A_US = 1e3;
    private static final long PAUSE_NS = 50_000;

    private final Cluster cluster;
    private final Variant variant;
    private final List<CallClient> clients = new ArrayList<>();

    /**
     * What replicas did in a time.
     *
     * @param callsPerSecond how many calls one of them has carried out in a second
     * @param costUs the processor time of a call, of replicas and clients, in microseconds
     * @param callsOfBatch how many calls a batch had
     */
    record Run(double callsPerSecond, double costUs, double callsOfBatch) {}

    CallLoad(Cluster cluster, Variant variant) throws InterruptedException {
        this.cluster = cluster;
        this.variant = variant;
        for (int number = 0; number < CLIENTS; number++) {
            clients.add(cluster.client(number, MOST_OUTSTANDING));
        }
    }

    private boolean isSigned() {
        return variant.crypto() == Variant.Crypto.SIGNATURES;
    }

    /** Signs calls on all processors, since clients are other machines. */
    private void sign(int count) throws InterruptedException {
        if (isSigned()) {
            onThreads(
                    Runtime.getRuntime().availableProcessors(),
                    client -> client.sign(count / CLIENTS, cluster.clientKey()));
        }
    }

    /** Keeps all clients busy for a time, and until a call is carried out, or until no signed call is left. */
    Run saturate(long forNs) throws InterruptedException {
        sign((int) (forNs / NS_A_SECOND * MOST_SIGNED_A_SECOND) + CLIENTS);
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        CountingService service = cluster.service();
        long cpuNs = process.getProcessCpuTime();
        long calls = service.calls();
        long batches = service.batches();
        long startNs = System.nanoTime();
        onThreads(CLIENTS, client -> {
            while ((System.nanoTime() - startNs < forNs || service.calls() == calls)
                    && !(isSigned() && client.signed() == 0)) {
                client.send(System.nanoTime(), Latencies.NONE);
            }
        });
        double tookNs = System.nanoTime() - startNs;
        double carriedOut = service.calls() - calls;
        Run run = new Run(
                carriedOut / (tookNs / NS_A_SECOND),
                (process.getProcessCpuTime() - cpuNs) / NS_A_US / Math.max(1, carriedOut),
                carriedOut / Math.max(1, service.batches() - batches));
        awaitAll();
        return run;
    }

    /**
     * Offers calls at a rate by one client after the other, each at its intended time or as soon as possible.
     *
     * @param gapNs the time between two calls
     * @param count how many
     * @return the times from the intended one until the client has its answers
     */
    Latencies latencies(long gapNs, int count) throws InterruptedException {
        sign(count + CLIENTS);
        Latencies latencies = new Latencies(count);
        long startNs = System.nanoTime() + gapNs;
        for (int i = 0; i < count; i++) {
            long dueNs = startNs + i * gapNs;
            for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(Math.min(leftNs, PAUSE_NS));
            }
            clients.get(i % CLIENTS).send(dueNs, latencies);
        }
        awaitAll();
        return latencies;
    }

    private void awaitAll() throws InterruptedException {
        for (CallClient client : clients) {
            client.awaitAll();
        }
    }

    /** What is done with a client. */
    private interface Work {
        void accept(CallClient client) throws InterruptedException;
    }

    private void onThreads(int threads, Work work) throws InterruptedException {
        try (ExecutorService all = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> parts = new ArrayList<>();
            for (CallClient client : clients) {
                parts.add(all.submit(() -> {
                    work.accept(client);
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new BenchmarkException("a client has failed", e);
        }
    }

    @Override
    public void close() {
        clients.forEach(CallClient::close);
    }
}
