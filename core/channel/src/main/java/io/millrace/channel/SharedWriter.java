package io.millrace.channel;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSink;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes calls of any number of threads, platform and virtual, to a journal: the writer of a singleton, such as a bean
 * of an application server. {@link JournalChannel#sharedWriter()} returns one.
 *
 * <p>A call is encoded and published under a lock, in the thread that makes it. When it returns, the message is in the
 * journal; when it throws, it is not. So nothing is queued, nothing is lost when the process dies, and a full disk is
 * an exception for each caller until there is space again. A caller waits for the calls before its own, and no longer.
 *
 * <p>Any thread may call any method.
 */
public final class SharedWriter implements AutoCloseable {

    private final JournalWriter writer;
    private final ReentrantLock lock = new ReentrantLock();

    /** Under the lock, as {@code cause}. */
    private boolean closed;

    private Throwable cause;

    SharedWriter(JournalWriter writer) {
        this.writer = writer;
    }

    /**
     * Returns an object that writes each call made on it, in any thread.
     *
     * <p>A call throws a {@link ChannelException} once this writer is closed, and where an argument makes it while it
     * is encoded itself; an {@link io.millrace.journal.JournalException} where the journal cannot take it.
     *
     * @param type an interface whose methods return nothing
     * @throws ChannelException if this writer is closed
     */
    public <T> T as(Class<T> type) {
        lock.lock();
        try {
            checkOpen();
            return writer.as(type, Locked::new);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything written so far, by any thread, survives a loss of power. */
    public void sync() {
        writer.sync();
    }

    /** Returns how many calls this writer has published. */
    public long written() {
        lock.lock();
        try {
            return writer.written();
        } finally {
            lock.unlock();
        }
    }

    /** Ends writing, after the call that is being written; later calls are refused. May be called again. */
    @Override
    public void close() {
        end(null);
    }

    /**
     * Ends writing as {@link #close()} does, and names the reason in the error of each later call.
     *
     * @param reason why; where this writer was closed before, the first reason stays
     */
    public void close(Throwable reason) {
        end(Objects.requireNonNull(reason, "reason"));
    }

    private void end(Throwable reason) {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                cause = reason;
                writer.close();
            }
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            String name = writer.target().name();
            throw cause == null
                    ? new ChannelException("writer is closed channel=" + name)
                    : new ChannelException("writer is closed channel=" + name + " reason=" + cause, cause);
        }
    }

    /** Holds the lock from the begin of a call to its end. */
    private final class Locked implements CallSink {

        private final CallSink sink;

        Locked(CallSink sink) {
            this.sink = sink;
        }

        @Override
        public BinaryOutput begin(int method) {
            if (lock.isHeldByCurrentThread()) {
                throw new ChannelException("a call was made while the arguments of another one were being encoded"
                        + " channel=" + writer.target().name());
            }
            lock.lock();
            try {
                checkOpen();
                return sink.begin(method);
            } catch (Throwable e) {
                lock.unlock();
                throw e;
            }
        }

        @Override
        public void end(int method) {
            try {
                sink.end(method);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void abort(int method, Throwable error) {
            try {
                sink.abort(method, error);
            } finally {
                lock.unlock();
            }
        }
    }
}
