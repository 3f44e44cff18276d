package io.millrace.load;

/** Is told how a run goes, in the thread that runs it; should be quick. */
@FunctionalInterface
public interface LoadObserver {
    /** One that does nothing. */
    LoadObserver NONE = progress -> {};

    /** Called at the end of each interval. */
    void interval(LoadProgress progress);
}
