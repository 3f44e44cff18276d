package io.millrace.service;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
     * Opens what is read, in place of {@link #open(long)}; for a source that chooses where it begins.
     *
     * @param resumeAfter the greatest own index already in the output; -1 where there is none
     * @param start where {@link SourceContext#start} has said that reading begins; empty where it never has
     */
    default void open(long resumeAfter, OptionalLong start) {
        open(resumeAfter);
    }

    /**
     * Opens what is read, in place of the others; for a source that reads several streams, each with indexes of its
     * own.
     *
     * @param resumeAfter the greatest own index already in the output; -1 where there is none
     * @param start where {@link SourceContext#start(long)} has said that reading begins; empty where it never has
     * @param streams the greatest index in the output of each stream, by its name, where there is one; empty where
     *     {@link SourceContext#start(Map)} has never begun any
     */
    default void open(long resumeAfter, OptionalLong start, Optional<Map<String, Long>> streams) {
        open(resumeAfter, start);
    }

    /** Returns how many items there are that were not taken; empty where that is unknown. Called by any thread. */
    default OptionalLong left() {
        return OptionalLong.empty();
    }

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
