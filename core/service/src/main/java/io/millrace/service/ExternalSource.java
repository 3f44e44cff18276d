package io.millrace.service;

/**
 * A source of messages outside Millrace, for example a file. It numbers its items, and continues after the last one in
 * the output when it restarts. It makes at most one output call a poll, on the interfaces that its constructor was
 * given. It is never replayed. Used by one thread.
 */
public interface ExternalSource extends AutoCloseable {

    /**
     * Opens what is read.
     *
     * @param resumeAfter the greatest own index already in the output; -1 where there is none
     */
    void open(long resumeAfter);

    /**
     * Checks for the next item; if there is one, states its index by {@link SourceContext#index} and then makes its
     * call.
     *
     * @param context takes the index
     */
    Progress poll(SourceContext context);

    /** Closes what is read; also called where it was never opened. */
    @Override
    void close();
}
