package io.millrace.service;

/**
 * Something outside that is the origin of messages, for example a file. It numbers its own items, so that after a
 * restart it goes on behind the last one in the output. It makes at most one output call a poll; which one is its own
 * affair, through the interfaces that its constructor got. Never re-applied. Used by one thread.
 */
public interface ExternalSource extends AutoCloseable {

    /**
     * Opens what is read.
     *
     * @param resumeAfter the greatest own index already in the output; -1 where there is none
     */
    void open(long resumeAfter);

    /**
     * Looks for the next item; if there is one, states its index by {@link SourceContext#index} and then makes its
     * call.
     *
     * @param context takes the index
     */
    Progress poll(SourceContext context);

    /** Lets go of what is read; called also where it was never opened. */
    @Override
    void close();
}
