package io.millrace.concurrent;

import java.time.Duration;
import java.util.Objects;

/**
 * Finds a second thread that uses an object which is for one thread at a time, before it damages anything.
 *
 * <p>The object has one of these and calls {@link #check} first in each method that changes it. The first thread that
 * comes owns the object; making the object does not count as use. Another thread is refused with a
 * {@link WrongThreadException} until the owner has called {@link #handOver} or has ended. Either way all that the old
 * owner did with the object happens before what the new owner does with it: both take the lock of this object, and the
 * end of a thread happens before another one sees that it has ended. Platform and virtual threads are treated alike.
 *
 * <p>A thread that has just finished its work may live for some microseconds longer, as threads of a pool that was
 * closed do. The first call that is refused therefore waits for the owner to end, for {@value #PATIENCE_MS} ms at most;
 * the later ones are refused at once.
 *
 * <p>{@link #close} may be called by any thread, also while the owner is in the middle of a call. What the object holds
 * is then released by the owner, with its next call: see there.
 *
 * <p>The owner's calls cost a load and a comparison. {@code owner} is read without the lock, which is enough: a thread
 * finds itself there only if it has put itself there and has not handed over since.
 */
@SuppressWarnings("ReferenceEquality") // a thread is itself, whatever its class says about equality
public final class ThreadOwner {

    private static final int PATIENCE_MS = 100;

    private enum State {
        OPEN,
        /** Another thread has asked for the end; the owner has yet to release what the object holds. */
        CLOSE_ASKED,
        RELEASING,
        CLOSED
    }

    private final String object;
    private final Object of;
    private final OwnerCheck ownerCheck;
    private final Runnable release;
    private final Object lock = new Object();

    /** The owner while its calls need no second look; written under the lock. */
    private Thread owner;

    /** The owner; under the lock, as all that follows. */
    private Thread holder;

    private Thread waitedFor;

    private volatile State state = State.OPEN;

    /**
     * Describes an object that nobody has used yet.
     *
     * @param object what it is, for errors
     * @param of what it belongs to, a channel or a directory, for errors; {@code toString} is called for an error only
     * @param ownerCheck whether a second thread is refused
     * @param release releases what the object holds; called once, by {@link #close} or the owner's next call
     */
    public ThreadOwner(String object, Object of, OwnerCheck ownerCheck, Runnable release) {
        this.object = Objects.requireNonNull(object, "object");
        this.of = Objects.requireNonNull(of, "of");
        this.ownerCheck = Objects.requireNonNull(ownerCheck, "ownerCheck");
        this.release = Objects.requireNonNull(release, "release");
    }

    /** Describes an object that holds nothing which has to be released. */
    public ThreadOwner(String object, Object of, OwnerCheck ownerCheck) {
        this(object, of, ownerCheck, () -> {});
    }

    /**
     * Makes the calling thread the owner if there is none. Of a closed object it refuses nothing, since the object
     * itself says that it is closed.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void check() {
        if (owner != Thread.currentThread()) {
            take();
        }
    }

    /**
     * Checks as {@link #check} does, but leaves an object that has no owner without one: for what prepares an object
     * and may be done before its thread begins.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void checkPreparation() {
        Thread caller = Thread.currentThread();
        if (owner != caller) {
            synchronized (lock) {
                if (state == State.OPEN && !isFreeFor(caller) && !hasEndedMeanwhile(caller)) {
                    throw refusal(caller);
                }
            }
        }
    }

    private void take() {
        Thread caller = Thread.currentThread();
        boolean releases;
        synchronized (lock) {
            if (state == State.CLOSED) {
                return;
            }
            if (!isFreeFor(caller) && !hasEndedMeanwhile(caller)) {
                throw refusal(caller);
            }
            holder = caller;
            owner = caller;
            releases = state == State.CLOSE_ASKED;
            if (releases) {
                state = State.RELEASING;
            }
        }
        if (releases) {
            release();
        }
    }

    private boolean isFreeFor(Thread caller) {
        return holder == null || holder == caller || ownerCheck == OwnerCheck.OFF || !holder.isAlive();
    }

    /** Waits once for an owner that may be about to end. */
    private boolean hasEndedMeanwhile(Thread caller) {
        if (waitedFor == holder || caller.isInterrupted()) {
            return false;
        }
        waitedFor = holder;
        try {
            return holder.join(Duration.ofMillis(PATIENCE_MS));
        } catch (InterruptedException e) {
            caller.interrupt();
            return false;
        }
    }

    private WrongThreadException refusal(Thread caller) {
        return new WrongThreadException("an object for one thread at a time is used by a second one, before its owner"
                + " has called handOver(): object=" + object + " of=" + of + " owner=" + holder + " caller=" + caller);
    }

    /**
     * Leaves the object without an owner; the next thread that uses it becomes that. Does nothing if it has none.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        Thread caller = Thread.currentThread();
        boolean closes;
        synchronized (lock) {
            if (!isFreeFor(caller) && !hasEndedMeanwhile(caller)) {
                throw refusal(caller);
            }
            closes = state == State.CLOSE_ASKED;
            if (state == State.OPEN) {
                holder = null;
                owner = null;
            }
        }
        if (closes) {
            close();
        }
    }

    /**
     * Ends the use of the object, in any thread. Where the caller is the owner, or there is none, or it has ended, what
     * the object holds is released at once. Where another thread is the owner, it may be in the middle of a call: then
     * this only asks for the end and returns, and the release is done by the owner's next call, or by another call of
     * this method after the owner has ended or handed over. May be called again.
     */
    public void close() {
        Thread caller = Thread.currentThread();
        synchronized (lock) {
            if (state == State.RELEASING || state == State.CLOSED) {
                return;
            }
            if (!isFreeFor(caller)) {
                state = State.CLOSE_ASKED;
                owner = null;
                return;
            }
            state = State.RELEASING;
            holder = caller;
            owner = caller;
        }
        release();
    }

    private void release() {
        try {
            release.run();
        } finally {
            synchronized (lock) {
                state = State.CLOSED;
                owner = null;
                holder = null;
            }
        }
    }

    /** Returns whether {@link #close} was called; the release may be still to come. */
    public boolean isClosed() {
        return state != State.OPEN;
    }
}
