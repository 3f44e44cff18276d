package io.millrace.service;

/** Follows a {@link ReplayBuilder replay} while it runs; called in its thread. */
public interface ReplayListener {

    /** Ignores everything. */
    ReplayListener NONE = new ReplayListener() {};

    /** Handles a difference, one of the first of them up to the limit. */
    default void onDifference(ReplayDifference difference) {}

    /**
     * Handles the progress, from time to time.
     *
     * @param inputs how many inputs the component has been called with
     * @param messages how many messages its inputs had when the replay began, from there on
     */
    default void onProgress(long inputs, long messages) {}
}
