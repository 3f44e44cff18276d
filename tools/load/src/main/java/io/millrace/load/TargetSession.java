package io.millrace.load;

/**
 * One thread's way to a {@link Target}. Only that thread calls it; operations it has issued may be completed by any.
 *
 * <p>A protocol that answers later should return from {@link #issue} at once and complete the operation when the answer
 * comes: then one thread keeps any number in flight, and what the target takes for one does not make the next late. One
 * that must wait for its answer completes the operation before it returns, and needs as many threads as operations are
 * to be in flight. A {@link PolledSession} answers later in the issuing thread itself.
 */
@FunctionalInterface
public interface TargetSession extends AutoCloseable {
    /**
     * Begins an operation. It is over once {@link Operation#complete()} or {@link Operation#fail} was called, once,
     * by any thread, before or after this method returns.
     *
     * <p>Should allocate nothing that the protocol does not force it to, as it is part of what is measured.
     *
     * @throws Exception if it failed; it is then counted as failed, as by {@link Operation#fail}, unless it was over
     *     before
     */
    void issue(Operation operation) throws Exception;

    /**
     * Ends the session. Operations that are still in flight need not be completed any more. A thread that hangs in
     * {@link #issue} when the run is given up is interrupted, and its session may then never be closed.
     */
    @Override
    default void close() {}
}
