package io.millrace.concurrent;

import java.time.Duration;
import java.util.Objects;

/**
 * Detects a second thread that uses an object for one thread at a time, before it damages anything.
 *
 * <p>The object has a {@code ThreadOwner} and calls {@link #check} first in each method that changes it. The first
 * thread that calls one owns the object; creating the object does not count as use. Another thread gets a {@link
 * WrongThreadException} until the owner has called {@link #handOver} or has ended. Either way all that the old owner
 * did with the object happens before what the new owner does with it: both take the lock of this object, and the end of
 * a thread happens before another one sees that it has ended. Platform and virtual threads are treated alike.
 *
 * <p>A thread that has finished its work may live for some microseconds longer, as threads of a closed pool do. The
 * first call of another thread therefore waits for the owner to end, {@value #PATIENCE_MS} ms at most; later ones are
 * refused at once.
 *
 * <p>Any thread may call {@link #close}, also while the owner is in the middle of a call. Then the owner releases what
 * the object holds, with its next call.
 *
 * <p>The owner's calls cost a load and a comparison. {@code owner} is read without the lock, which is enough: a thread
 * finds itself there only if it has put itself there and has not handed over since.
 *
 * <p>The system property {@value #PROPERTY} set to {@code off} removes the check from all objects of the process: its
 * code is then not compiled. A second thread destroys data silently, and closing releases at once in any thread.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity, whatever their class says
public final class ThreadOwner {

    /** The system property that removes the check: {@code on}, which is the default, or {@code off}. */
    static final String PROPERTY = "millrace.ownerCheck";

    /** Constant for the compiler, so that no code is left where it is false. */
    private static final boolean CHECKED = OwnerCheck.ofProperty(PROPERTY) == OwnerCheck.ON;

    private static final int PATIENCE_MS = 100;

    private enum State {
        OPEN,
        /** Another thread has called close; the owner has yet to release what the object holds. */
        CLOSE_ASKED,
        RELEASING,
        CLOSED
    }

    private final String object;
    private final Object of;
    private final OwnerCheck ownerCheck;
    private final Runnable release;
    private final Object lock = new Object();

    /** The owner while its calls need the comparison only; written under the lock. */
    private Thread owner;

    /** The owner; under the lock, as all fields below. */
    private Thread holder;

    private Thread waitedFor;

    private volatile State state = State.OPEN;

    /**
     * Creates the owner check of an object that no thread has used yet.
     *
     * @param object the kind of object, for errors
     * @param of the channel or directory that it belongs to, for errors; {@code toString} is called for an error only
     * @param ownerCheck whether a second thread is refused
     * @param release releases what the object holds; called once, by {@link #close} or the owner's next call
     */
    public ThreadOwner(String object, Object of, OwnerCheck ownerCheck, Runnable release) {
        this.object = Objects.requireNonNull(object, "object");
        this.of = Objects.requireNonNull(of, "of");
        this.ownerCheck = Objects.requireNonNull(ownerCheck, "ownerCheck");
        this.release = Objects.requireNonNull(release, "release");
    }

    /** Creates the owner check of an object that holds nothing to release. */
    public ThreadOwner(String object, Object of, OwnerCheck ownerCheck) {
        this(object, of, ownerCheck, () -> {});
    }

    /**
     * Makes the calling thread the owner if there is none. Accepts every thread once the object is closed, since the
     * object itself reports that.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void check() {
        if (CHECKED && owner != Thread.currentThread()) {
            take();
        }
    }

    /**
     * Checks as {@link #check} does, but leaves an object that has no owner without one: for calls that prepare an
     * object and may be made before its thread starts.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void checkPreparation() {
        Thread caller = Thread.currentThread();
        if (CHECKED && owner != caller) {
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

    /** Waits once for an owner that may be about to end, and returns whether it has ended. */
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
        return new WrongThreadException("second thread uses an object for one thread at a time, before its owner"
                + " called handOver() object=" + object + " of=" + of + " owner=" + holder + " caller=" + caller);
    }

    /**
     * Leaves the object without an owner; the next thread that uses it becomes the owner. Does nothing if there is
     * none.
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
     * Ends the use of the object, in any thread. Releases at once what the object holds if the caller is the owner, if
     * there is none, or if it has ended. Another owner may be in the middle of a call: then this only requests the
     * release and returns. The owner's next call does it, or another call of this method after the owner has ended or
     * handed over. May be called again.
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

    /** Returns whether {@link #close} was called; the release may not be done yet. */
    public boolean isClosed() {
        return state != State.OPEN;
    }
}
