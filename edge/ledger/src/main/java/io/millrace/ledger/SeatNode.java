package io.millrace.ledger;

import io.millrace.concurrent.Uninterruptibly;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A seat with its surroundings: one thread that runs it, its storage, and links to the other seats. What it commits
 * waits, in a bounded queue, until it is carried out; while that is full, the seat waits too.
 *
 * <p>An own block is made once an interval at most, since a seat makes blocks as fast as its device forces them: the
 * end of a force is told to the seat when the interval is over. Any thread may offer, take and ask for the status.
 */
public final class SeatNode implements AutoCloseable {
    private static final int MOST_ORDERED = 256;
    private static final int MOST_EVENTS_AT_ONCE = 256;
    private static final int BYTES_OF_A_PEER = 1 << 24;
    private static final long FULL_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MOST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TOLD_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long ANSWER_MS = 500;
    private static final long STATUS_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * A commit with the transactions that it brings.
     *
     * @param commit the commit
     * @param transactions those that were not in the order before; their bytes must not be changed
     */
    public record Ordered(CommitRecord commit, List<byte[]> transactions) {
        /** Takes a copy of the list. */
        public Ordered {
            Objects.requireNonNull(commit, "commit");
            transactions = List.copyOf(transactions);
        }
    }

    private final int index;
    private final long intervalNs;
    private final SeatStore store;
    private final SeatLinks links;
    private final Seat seat;
    private final LedgerConfig config;
    private final Intake intake;
    private final TransactionCheck clients;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Ordered> ordered = new ArrayBlockingQueue<>(MOST_ORDERED);
    private final List<Semaphore> budgets = new ArrayList<>();
    private final NodeCounts counts = new NodeCounts();
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile Throwable failure;
    private volatile NodeStatus status;
    private volatile long orderedTo;
    private volatile long carriedOut;
    private volatile long forces;
    private long madeNs;
    private long pendingForce = -1;
    private long statusNs;
    private long toldNs = System.nanoTime() - TOLD_NS;
    private long movedNs;
    private long commits;
    private long ended;

    private SeatNode(
            LedgerConfig config,
            int index,
            long executed,
            NodeOptions settings,
            SeatSignatures signatures,
            TransactionCheck clients) {
        this.config = config;
        this.index = index;
        this.intervalNs = settings.interval().toNanos();
        this.clients = clients;
        BlockCodec codec = new BlockCodec(config.chain(), settings.limits());
        intake = new Intake(codec, signatures, clients);
        int seats = config.seats().size();
        for (int peer = 0; peer < seats; peer++) {
            budgets.add(new Semaphore(BYTES_OF_A_PEER));
        }
        store = SeatStore.open(config.blocks(index), codec, () -> carriedOut);
        try {
            SeatRecovery recovery = store.recover(executed);
            SeatOptions options =
                    SeatOptions.of(index, seats, settings.delta().toNanos()).withSending(settings.sending());
            links = new SeatLinks(
                    config, index, settings.limits().messageBytes(codec.chain().committee()), new Incoming());
            seat = new Seat(options, codec, intake, new Port(), recovery, new SecureRandom().nextLong());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
        status = NodeStatus.starting(config, index);
        thread = Thread.ofPlatform().daemon().name("millrace-ledger-" + index).unstarted(this::run);
    }

    /**
     * Starts a seat.
     *
     * @param executed the number of the last commit that was carried out here as a whole
     * @param interval how long one block of this seat is after the one before, at least
     * @param delta the bound on delays
     */
    static SeatNode start(LedgerConfig config, int index, long executed, Duration interval, Duration delta) {
        NodeOptions options = NodeOptions.defaults().withPace(interval, delta);
        return start(config, index, executed, options, config.signatures(index), config.clientSignatures());
    }

    /**
     * Starts a seat.
     *
     * @param config the ledger
     * @param index the number of the seat
     * @param executed the number of the last commit that was carried out here as a whole
     * @param options how it runs
     * @param signatures signs for the seat
     * @param clients what is demanded of transactions
     */
    public static SeatNode start(
            LedgerConfig config,
            int index,
            long executed,
            NodeOptions options,
            SeatSignatures signatures,
            TransactionCheck clients) {
        SeatNode node = new SeatNode(config, index, executed, options, signatures, clients);
        try {
            node.links.start();
            node.thread.start();
            return node;
        } catch (RuntimeException e) {
            node.links.close();
            node.store.close();
            throw e;
        }
    }

    private void run() {
        try {
            movedNs = System.nanoTime();
            seat.start(System.nanoTime(), System.currentTimeMillis());
            while (!isClosing) {
                Runnable event = events.poll(waitNs(), TimeUnit.NANOSECONDS);
                seat.tick(System.nanoTime(), System.currentTimeMillis());
                for (int i = 0; event != null; i++) {
                    event.run();
                    event = i < MOST_EVENTS_AT_ONCE ? events.poll() : null;
                }
                tellForced();
                noteStatus();
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            store.close();
        }
    }

    private long waitNs() {
        long nowNs = System.nanoTime();
        long untilNs = Math.min(seat.nextTickNs() - nowNs, MOST_WAIT_NS);
        if (pendingForce >= 0) {
            untilNs = Math.min(untilNs, madeNs + intervalNs - nowNs);
        }
        return Math.max(0, untilNs);
    }

    private void tellForced() {
        long nowNs = System.nanoTime();
        if (pendingForce >= 0 && nowNs - madeNs >= intervalNs) {
            long number = pendingForce;
            pendingForce = -1;
            madeNs = nowNs;
            seat.tick(nowNs, System.currentTimeMillis());
            seat.forced(number);
        }
    }

    private void noteStatus() {
        long nowNs = System.nanoTime();
        SeatStatus now = seat.status();
        if (now.commits() != commits) {
            commits = now.commits();
            movedNs = nowNs;
        } else if (nowNs - statusNs < STATUS_NS) {
            return;
        }
        statusNs = nowNs;
        List<Integer> connected = new ArrayList<>();
        for (int peer = 0; peer < config.seats().size(); peer++) {
            if (peer != index && links.isConnected(peer)) {
                connected.add(peer);
            }
        }
        status = NodeStatus.of(
                config, index, now, connected, Duration.ofNanos(nowNs - movedNs), links.refusals(), links.refusal());
        if (nowNs - toldNs > TOLD_NS) {
            toldNs = nowNs;
            SeatReport.write(config, status);
        }
    }

    /** Returns how the seat was a moment ago. */
    NodeStatus status() {
        return status;
    }

    /** Returns what is counted for meters. */
    NodeCounts counts() {
        return counts;
    }

    /**
     * Asks the seat, in its thread, between two events.
     *
     * @return the answer; empty where there is none soon
     */
    <T> Optional<T> ask(Function<Seat, T> question) {
        if (isClosing || failure != null) {
            return Optional.empty();
        }
        try {
            return Optional.of(CompletableFuture.supplyAsync(() -> question.apply(seat), events::add)
                    .get(ANSWER_MS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Returns the round that the seat was in a moment ago. */
    public long round() {
        SeatStatus seen = status.seatStatus();
        return seen == null ? 0 : seen.round();
    }

    /** Returns how many forces of own blocks have ended. */
    public long forces() {
        return forces;
    }

    /** Returns the next commit, or null where there is none yet; for one thread. */
    public Ordered poll() {
        Throwable failed = failure;
        if (failed != null) {
            throw new LedgerException("the seat has failed seat=" + index + " reason=" + failed, failed);
        }
        return ordered.poll();
    }

    /** Returns the number of the newest commit that was ordered for {@link #poll}, or had nothing to carry out. */
    long orderedTo() {
        return orderedTo;
    }

    /** Takes that all commits up to one were carried out, so that a restart needs none of them. */
    public void carriedOut(long commit) {
        carriedOut = commit;
    }

    /**
     * Offers a transaction for one of the next blocks; it may be lost.
     *
     * @param transaction its bytes, which must not be changed later
     * @return whether it is one that seats take
     */
    public boolean offer(byte[] transaction) {
        boolean isRight = isRight(transaction);
        if (isRight) {
            propose(transaction);
        }
        return isRight;
    }

    /** Returns whether a transaction is one that seats take; a block with another one would be refused by all. */
    boolean isRight(byte[] transaction) {
        return clients.isRight(transaction);
    }

    /** Offers a transaction that is right. */
    void propose(byte[] transaction) {
        events.add(() -> seat.offer(transaction));
    }

    /** Takes what other seats send. */
    private final class Incoming implements SeatLinks.Receiver {
        @Override
        public void received(int peer, byte[] message) throws InterruptedException {
            int bytes = Math.max(1, Math.min(message.length, BYTES_OF_A_PEER));
            Semaphore budget = budgets.get(peer);
            List<RejectedException> rejected = new ArrayList<>();
            SeatMessage read = read(message, rejected);
            while (!budget.tryAcquire(bytes, 1, TimeUnit.SECONDS)) {
                if (isClosing || failure != null) {
                    throw new LedgerException("the seat has ended seat=" + index);
                }
            }
            events.add(() -> {
                budget.release(bytes);
                rejected.forEach(each -> seat.reject(peer, each));
                if (read != null) {
                    seat.received(peer, read);
                }
            });
        }

        /** Returns what a message says, or null where it is wrong. */
        private SeatMessage read(byte[] message, List<RejectedException> rejected) {
            try {
                return intake.read(message, rejected::add);
            } catch (RejectedException e) {
                rejected.add(e);
                return null;
            }
        }

        @Override
        public void connected(int peer) {
            events.add(() -> seat.connected(peer));
        }
    }

    /** What the seat has its surroundings do. */
    private final class Port implements SeatPort {
        @Override
        public void send(int peer, byte[] message) {
            links.send(peer, message);
        }

        @Override
        public void store(Block block) {
            store.store(block);
        }

        @Override
        public void storeOwn(Block block) {
            counts.made(block.reference(), System.nanoTime());
            store.storeOwn(block);
        }

        @Override
        public void store(CommitRecord commit) {
            store.store(commit);
        }

        @Override
        public void store(CommitProof proof) {
            store.store(proof);
        }

        @Override
        public void force(long number) {
            store.force(() -> events.add(() -> {
                forces = ++ended;
                pendingForce = Math.max(pendingForce, number);
            }));
        }

        @Override
        public void forget(long round) {
            store.forget(round);
        }

        @Override
        public Optional<CommitRecord> commit(long number) {
            return store.commit(number);
        }

        @Override
        public Optional<CommitProof> proofFrom(long number) {
            return store.proofFrom(number);
        }

        @Override
        public Optional<Block> block(Reference reference) {
            return store.block(reference);
        }

        @Override
        public void execute(CommitRecord commit, List<byte[]> transactions) {
            counts.committed(commit.blocks(), System.nanoTime());
            if (!transactions.isEmpty()) {
                order(commit, transactions);
            }
            orderedTo = commit.index();
        }

        private void order(CommitRecord commit, List<byte[]> transactions) {
            Ordered next = new Ordered(commit, transactions);
            while (!ordered.offer(next)) {
                if (isClosing) {
                    throw new LedgerException("the seat is closed while a commit waits commit=" + commit.index());
                }
                LockSupport.parkNanos(FULL_PAUSE_NS);
            }
        }

        @Override
        public void event(SeatEvent event, String text) {
            counts.event(event);
            Level level = switch (event) {
                case SIGNS, CATCHING_UP, CAUGHT_UP -> Level.INFO;
                case AMNESIA, EQUIVOCATION -> Level.WARNING;
                case DIVERGED, HALTED -> Level.ERROR;
            };
            System.getLogger(SeatNode.class.getPackageName())
                    .log(level, "seat=" + index + " event=" + event + " " + text);
        }
    }

    @Override
    public void close() {
        isClosing = true;
        links.close();
        events.add(() -> {}); // wakes it
        Uninterruptibly.join(thread);
    }
}
