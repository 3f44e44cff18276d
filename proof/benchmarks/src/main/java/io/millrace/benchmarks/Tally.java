package io.millrace.benchmarks;

/**
 * How often one thread's calls of a queue succeeded and how often they failed, that is, were refused or found nothing.
 * A loop counts in its own variables and adds them once, at its end; other threads read them after they have joined
 * its thread.
 */
final class Tally {
    private long made;
    private long failed;

    void add(long madeMore, long failedMore) {
        made += madeMore;
        failed += failedMore;
    }

    void add(Tally other) {
        add(other.made, other.failed);
    }

    long made() {
        return made;
    }

    long failed() {
        return failed;
    }
}
