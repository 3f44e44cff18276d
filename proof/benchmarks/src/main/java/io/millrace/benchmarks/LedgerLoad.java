package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.ledger.BlockLimits;
import io.millrace.ledger.ClientSignatures;
import io.millrace.ledger.Digest;
import io.millrace.ledger.LedgerConfig;
import io.millrace.ledger.NodeOptions;
import io.millrace.ledger.SeatNode;
import io.millrace.ledger.SeatSignatures;
import io.millrace.ledger.Sending;
import io.millrace.ledger.Signatures;
import io.millrace.ledger.TransactionCheck;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The seats of this process with their storage and links, and clients that offer transactions to them and count what is
 * carried out. For one thread.
 */
final class LedgerLoad implements AutoCloseable {
    /** So many blocks of transactions of a seat are on their way: a block is committed some rounds later. */
    private static final int BLOCKS_ON_THEIR_WAY = 8;

    private static final int MOST_VOTES = 32;
    private static final int MOST_BYTES = 1 << 20;
    private static final long PAUSE_NS = 50_000;
    private static final long START_NS = TimeUnit.SECONDS.toNanos(60);
    private static final Duration DELTA = Duration.ofMillis(500);
    private static final int SIGNATURE_BYTES = 64;

    private final LedgerCase settings;
    private final LedgerTransactions transactions;
    private final Signatures signatures = Signatures.fastest();
    private final List<Client> clients = new ArrayList<>();
    private final int mostOutstanding;
    private long calls;

    /** A seat and its client. */
    private final class Client {
        final int seat;
        final SeatNode node;
        List<byte[]> ready = List.of();
        int next;
        int outstanding;
        long lastCommit;
        LedgerLatencies latencies;

        Client(int seat, SeatNode node) {
            this.seat = seat;
            this.node = node;
        }

        /** Takes what is ordered; returns how many transactions that were. */
        int take() {
            int taken = 0;
            for (SeatNode.Ordered ordered = node.poll(); ordered != null; ordered = node.poll()) {
                for (byte[] transaction : ordered.transactions()) {
                    if (LedgerTransactions.seat(transaction) == seat) {
                        outstanding--;
                        if (latencies != null) {
                            latencies.carriedOut(LedgerTransactions.number(transaction));
                        }
                    }
                }
                taken += ordered.transactions().size();
                lastCommit = ordered.commit().index();
                node.carriedOut(lastCommit);
            }
            return taken;
        }

        boolean hasNext() {
            return settings.crypto() == LedgerCrypto.NONE || next < ready.size();
        }

        void offer() {
            byte[] transaction =
                    next < ready.size() ? ready.get(next) : LedgerTransactions.changed(ready.getFirst(), next);
            if (!node.offer(transaction)) {
                throw new BenchmarkException("a transaction is refused seat=" + seat + " number=" + next);
            }
            next++;
            outstanding++;
        }

        int fill() {
            int offered = 0;
            while (outstanding < mostOutstanding && hasNext()) {
                offer();
                offered++;
            }
            return offered;
        }
    }

    /**
     * Starts seats.
     *
     * @param config the ledger
     * @param seats those of this process
     * @param settings what they do
     */
    LedgerLoad(LedgerConfig config, List<Integer> seats, LedgerCase settings) {
        this.settings = settings;
        this.transactions = new LedgerTransactions(config.id(), settings.seats());
        this.mostOutstanding = BLOCKS_ON_THEIR_WAY * (settings.transactionsOfBlock() + 1);
        BlockLimits limits = new BlockLimits(settings.transactionsOfBlock(), MOST_BYTES, MOST_VOTES);
        NodeOptions options = NodeOptions.defaults()
                .withPace(Duration.ZERO, DELTA)
                .withLimits(limits)
                .withSending(Sending.LAZY);
        ClientSignatures full = transactions.check(signatures);
        TransactionCheck check = switch (settings.crypto()) {
            case FULL -> full;
            case ONCE -> shared(full);
            case NONE -> _ -> true;
        };
        try {
            for (int seat : seats) {
                SeatSignatures own =
                        settings.crypto() == LedgerCrypto.NONE ? new NoSignatures() : config.signatures(seat);
                clients.add(new Client(seat, SeatNode.start(config, seat, 0, options, own, check)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Signs nothing, and takes everything. */
    private static final class NoSignatures implements SeatSignatures {
        @Override
        public byte[] sign(Digest block) {
            return new byte[BYTES];
        }

        @Override
        public boolean verify(int seat, Digest block, byte[] signature) {
            return true;
        }
    }

    private static TransactionCheck shared(TransactionCheck check) {
        Map<ByteBuffer, Boolean> known = new ConcurrentHashMap<>(1 << 16);
        return transaction -> known.computeIfAbsent(
                ByteBuffer.wrap(transaction, 1, SIGNATURE_BYTES), _ -> check.isRight(transaction));
    }

    /**
     * Makes so many transactions for each seat, of which the first are offered first, and as many more as can be on
     * their way when a load begins and when it is measured.
     */
    void prepare(int count) {
        int made = settings.crypto() == LedgerCrypto.NONE ? 1 : count + 2 * mostOutstanding;
        for (Client client : clients) {
            client.ready = transactions.make(signatures, client.seat, settings.callsOfSignature(), made);
            client.next = 0;
        }
    }

    /** Waits until each seat has committed a transaction. */
    void awaitCommits() {
        clients.forEach(Client::offer);
        awaitAll();
        calls = 0;
    }

    private void awaitAll() {
        long untilNs = System.nanoTime() + START_NS;
        while (clients.stream().anyMatch(client -> client.outstanding > 0)) {
            step();
            if (System.nanoTime() > untilNs) {
                throw new BenchmarkException("seats do not commit settings=" + settings);
            }
        }
    }

    /** Takes what is ordered at all seats; pauses if there was nothing. */
    private void step() {
        boolean isIdle = true;
        for (int i = 0; i < clients.size(); i++) {
            int taken = clients.get(i).take();
            isIdle &= taken == 0;
            calls += i == 0 ? (long) taken * settings.callsOfSignature() : 0; // each seat has all
        }
        if (isIdle) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /**
     * Keeps all blocks full for a time, or until no transaction is left, and at least until one seat has had a call;
     * returns how many calls it has had.
     */
    long saturate(long forNs) {
        long startNs = System.nanoTime();
        long before = calls;
        while (calls == before
                || (System.nanoTime() - startNs < forNs && clients.stream().allMatch(Client::hasNext))) {
            clients.forEach(Client::fill);
            step();
            if (calls == before && System.nanoTime() - startNs > START_NS) {
                throw new BenchmarkException("seats do not commit settings=" + settings);
            }
        }
        return calls - before;
    }

    /**
     * Offers transactions at a rate to one seat after the other, each at its intended time or as soon as possible.
     *
     * @param gapNs the time between two transactions
     * @param count how many
     * @return the nanoseconds from the intended time to when the same seat has carried it out, in order
     */
    long[] latencies(long gapNs, int count) {
        List<LedgerLatencies> each = new ArrayList<>();
        for (Client client : clients) {
            client.latencies = new LedgerLatencies(client.next, count / clients.size() + 1);
            each.add(client.latencies);
        }
        long startNs = System.nanoTime() + gapNs;
        for (int i = 0; i < count; ) {
            long dueNs = startNs + i * gapNs;
            if (System.nanoTime() >= dueNs) {
                Client client = clients.get(i % clients.size());
                client.latencies.intended(dueNs);
                client.offer();
                i++;
            } else {
                step();
            }
        }
        awaitAll();
        clients.forEach(client -> client.latencies = null);
        return LedgerLatencies.sorted(each);
    }

    /** Returns the round of a seat. */
    long round() {
        return clients.getFirst().node.round();
    }

    /** Returns how many forces of all seats of this process have ended. */
    long forces() {
        return clients.stream().mapToLong(client -> client.node.forces()).sum();
    }

    int seats() {
        return clients.size();
    }

    @Override
    public void close() {
        clients.forEach(client -> client.node.close());
    }
}
