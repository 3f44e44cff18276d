package io.millrace.transactions;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A record on its way into a {@link GroupCommitLog}: the thread that waits for it, and its state. */
final class LogEntry {

    final ByteBuffer record;

    /** The decision that the record says, or null. */
    final Decision decision;

    private final Thread waiter;
    private final Consumer<? super RuntimeException> callback;
    private RuntimeException failure;
    private volatile boolean done;

    /** The entry that was pushed before this one, and later the one that follows it in a batch. */
    LogEntry next;

    private LogEntry(ByteBuffer record, Decision decision, Thread waiter, Consumer<? super RuntimeException> callback) {
        this.record = record;
        this.decision = decision;
        this.waiter = waiter;
        this.callback = callback;
    }

    /** Returns an entry for which the calling thread is going to wait. */
    static LogEntry awaited(ByteBuffer record, Decision decision) {
        return new LogEntry(record, decision, Thread.currentThread(), null);
    }

    /** Returns an entry with a callback, which receives null or the error. */
    static LogEntry told(ByteBuffer record, Decision decision, Consumer<? super RuntimeException> callback) {
        return new LogEntry(record, decision, null, callback);
    }

    /** Returns an entry without a waiter; it goes with the next forced write. */
    static LogEntry unforced(ByteBuffer record) {
        return new LogEntry(record, null, null, null);
    }

    Thread waiter() {
        return waiter;
    }

    boolean isTold() {
        return callback != null;
    }

    boolean isDone() {
        return done;
    }

    /**
     * Sets the result of the entry, and runs its callback, if there is one. An exception of the callback goes to the
     * thread's handler.
     */
    void tell(RuntimeException error) {
        failure = error;
        if (callback != null) {
            try {
                callback.accept(error);
            } catch (Throwable e) {
                ErrorReports.uncaught(e);
            }
        }
    }

    /** Ends the entry; the waiter sees everything written before. */
    void end() {
        done = true;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
    }

    /** Throws the error of the write, as an exception of the thread that waited. */
    void check() {
        switch (failure) {
            case null -> {}
            case DecisionNotRecordedException e -> throw new DecisionNotRecordedException(e.getMessage(), e);
            default -> throw new TransactionLogException(failure.getMessage(), failure);
        }
    }
}
