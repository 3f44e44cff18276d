package io.millrace.topology;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Computes the consistent cut of what a spare holds, in a thread of its own: it stores the boundaries first, then
 * raises the limits of what is acknowledged, and then wakes the links.
 *
 * <p>A copy that is cut makes the stored boundaries invalid, also those of other channels, which may have records that
 * were made of what was cut: the file is removed before the copy changes, and the cut is computed from the first
 * records.
 */
final class SpareCut implements HostLimits, AutoCloseable {

    private static final long AGAIN_NS = 20_000_000;
    private static final long FAILED_NS = 1_000_000_000;

    /** So long the first pass may keep the spare from listening. */
    private static final long FIRST_PASS_NS = 200_000_000;

    private final Path data;
    private final List<String> channels;
    private final CutFile file;
    private final Consumer<Throwable> errors;
    private final Map<String, Long> limits = new ConcurrentHashMap<>();
    private final AtomicBoolean hasNews = new AtomicBoolean(true);
    private final Thread thread;

    /** Null while it is to be made again. Only {@link #note} of it is called by other threads. */
    private volatile ConsistentCut cut;

    private volatile Consumer<String> wake = _ -> {};
    private volatile String failure;

    /** Whether records of an earlier run are to be read before anything may be acknowledged. */
    private volatile boolean isFirstPass = true;

    private volatile boolean closing;
    private long failingSinceNs;

    /** Whether the last pass has left records that it could read. */
    private boolean hasMore;

    /** How many copies were to be cut so far, and how many of these are being cut; guarded by this. */
    private long cuts;

    private int cutsUnderWay;

    /** Whether the file has the boundaries that the limits have; guarded by this. */
    private boolean isStored;

    /** The number of cuts when the walks were opened. */
    private long cutsBefore;

    SpareCut(Path data, Collection<String> channels, Consumer<Throwable> errors) {
        this.data = data;
        this.channels = List.copyOf(channels);
        this.file = new CutFile(data);
        this.errors = errors;
        this.thread = Thread.ofPlatform().daemon().name("millrace-spare-cut").unstarted(this::run);
        channels.forEach(name -> limits.put(name, 0L));
    }

    /**
     * Computes what the spare holds now, before its links are opened, or a part of it where that takes long: then the
     * thread continues, and until it has read what is there, {@link #failure} keeps the copies away from the host. That
     * would else learn of less than it has learnt before.
     */
    void open() {
        open(FIRST_PASS_NS);
    }

    void open(long atMostNs) {
        long startNs = System.nanoTime();
        hasMore = true;
        boolean isDone = true;
        while (isDone && hasMore && System.nanoTime() - startNs < atMostNs) {
            isDone = step();
        }
        forget();
    }

    /**
     * Begins to compute what the spare receives.
     *
     * @param links is given the name of each channel of which more may be acknowledged; any thread
     */
    void start(Consumer<String> links) {
        wake = links;
        thread.start();
    }

    private void run() {
        while (!closing) {
            if (hasNews.getAndSet(false)) {
                if (!step()) {
                    hasNews.set(true);
                    LockSupport.parkNanos(failure == null ? AGAIN_NS : FAILED_NS);
                }
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Computes what can be computed; returns whether it need not be tried again. */
    private boolean step() {
        try {
            if (!advance()) {
                return false;
            }
            if (!hasMore) { // else an error may follow that was met before
                failingSinceNs = 0;
                failure = null;
                endFirstPass();
            }
            return true;
        } catch (RuntimeException | Error e) { // whatever it is, the host is to know
            try {
                forget();
            } catch (RuntimeException | Error another) {
                e.addSuppressed(another);
            }
            note(e);
            return false;
        }
    }

    private void endFirstPass() {
        if (isFirstPass) {
            isFirstPass = false;
            channels.forEach(wake); // the copies may join
        }
    }

    /** Notes an error: a channel that is just being made or replaced can be read a moment later. */
    private void note(Throwable error) {
        long nowNs = System.nanoTime();
        if (failingSinceNs == 0) {
            failingSinceNs = nowNs;
        }
        if (failure == null && nowNs - failingSinceNs >= FAILED_NS) {
            String reason = error.getMessage() == null ? error.toString() : error.getMessage();
            failure = "what the spare holds cannot be read, and is not acknowledged: " + reason;
            report(error);
        }
    }

    /** Reports an error to what may be code of others: this thread must continue whatever that throws. */
    private void report(Throwable error) {
        try {
            errors.accept(error);
        } catch (RuntimeException | Error e) {
            e.addSuppressed(error);
            System.getLogger(SpareCut.class.getPackageName())
                    .log(System.Logger.Level.WARNING, "cannot report an error of the cut of a spare", e);
        }
    }

    private boolean advance() {
        synchronized (this) {
            if (cutsUnderWay > 0) {
                return false;
            }
            if (cutsBefore != cuts) {
                forget();
                cutsBefore = cuts;
            }
        }
        ConsistentCut present = cut;
        if (present == null) {
            present = new ConsistentCut(data, channels, file.read().orElse(Map.of()));
            cut = present;
        }
        hasMore = present.advance();
        if (hasMore) {
            hasNews.set(true);
            if (isBelow(present)) {
                return true; // it is computed again, and the host is not to learn of less than that
            }
        }
        List<String> changed = new ArrayList<>();
        boolean isDone = publish(present, changed);
        changed.forEach(wake); // without the lock, which a member may wait for
        return isDone;
    }

    /** Returns whether a channel may be acknowledged further than a cut is. */
    private boolean isBelow(ConsistentCut present) {
        return channels.stream().anyMatch(name -> present.boundary(name) < limits.get(name));
    }

    /** Stores the boundaries, and then lets so much be acknowledged; returns false where a copy was cut meanwhile. */
    private synchronized boolean publish(ConsistentCut present, List<String> changed) {
        if (cutsBefore != cuts) {
            return false;
        }
        for (String name : channels) {
            if (limits.get(name) != present.boundary(name)) {
                changed.add(name);
            }
        }
        if (!changed.isEmpty() || !isStored) {
            file.write(present.boundaries());
            isStored = true;
            changed.forEach(name -> limits.put(name, present.boundary(name)));
        }
        return true;
    }

    private void forget() {
        ConsistentCut former = cut;
        cut = null;
        if (former != null) {
            former.close();
        }
    }

    @Override
    public long limit(String channel) {
        return limits.get(channel);
    }

    /** Returns the boundaries that the file has; empty while there is none that is valid. */
    synchronized Optional<Map<String, Long>> stored() {
        return isStored ? Optional.of(Map.copyOf(limits)) : Optional.empty();
    }

    @Override
    public void received(String channel) {
        ConsistentCut present = cut;
        if (present != null) { // else the next one reads everything
            present.note(channel);
        }
        if (!hasNews.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public synchronized void cutting(String channel, long position) {
        file.delete(); // first: where it cannot be removed, the copy is not cut, and nothing changes
        cuts++;
        cutsUnderWay++;
        limits.merge(channel, position, Math::min);
        isStored = false;
    }

    @Override
    public void cut(String channel) {
        synchronized (this) {
            cutsUnderWay--;
        }
        received(channel);
    }

    @Override
    public String failure() {
        String present = failure;
        return present == null && isFirstPass
                ? "what this machine holds is read before it acknowledges anything, since its file of boundaries is old"
                : present;
    }

    /**
     * Computes the cut of a spare that is promoted, whose journals nothing else writes, and stores it durably.
     *
     * @param data the data directory
     * @param channels the names of the channels that the host writes
     * @param damage learns of a channel that cannot be read, whose boundary is before that then
     * @return the boundary of each journal that has come
     * @throws JournalException where one of them cannot be read, and the damage is refused
     */
    static Map<JournalId, Long> settle(Path data, Collection<String> channels, ConsistentCut.Damage damage) {
        try (CutFile file = new CutFile(data);
                ConsistentCut cut =
                        new ConsistentCut(data, channels, file.read().orElse(Map.of()), damage)) {
            boolean hasMore = true;
            while (hasMore) {
                hasMore = cut.advance();
            }
            Map<JournalId, Long> boundaries = cut.boundaries();
            file.write(boundaries);
            file.force();
            return boundaries;
        }
    }

    /** Returns the cut of a promotion that has begun; empty where it cannot be read. */
    static Optional<Map<JournalId, Long>> settled(Path data) {
        try (CutFile file = new CutFile(data)) {
            return file.read();
        }
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        if (thread.getState() != Thread.State.NEW) {
            Uninterruptibly.join(thread);
        }
        forget();
        synchronized (this) { // a copy may be cut at this moment
            file.close();
        }
    }
}
