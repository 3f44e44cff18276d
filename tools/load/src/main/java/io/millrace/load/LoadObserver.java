package io.millrace.load;

/** Receives the progress of a run, in the thread that runs it; should be quick. */
@FunctionalInterface
public interface LoadObserver {
    /** One that does nothing. */
    LoadObserver NONE = progress -> {};

    /** Receives the figures of an interval, at its end. */
    void interval(LoadProgress progress);
}
