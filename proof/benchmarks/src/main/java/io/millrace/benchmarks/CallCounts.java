package io.millrace.benchmarks;

/**
 * How many calls of a queue by one thread succeeded and how many failed, that is, were refused or found nothing. A loop
 * counts in its own variables and adds them once, at its end; other threads read the counts after they have joined its
 * thread.
 */
final class CallCounts {
    private long made;
    private long failed;

    void add(long madeMore, long failedMore) {
        made += madeMore;
        failed += failedMore;
    }

    void add(CallCounts other) {
        add(other.made, other.failed);
    }

    long made() {
        return made;
    }

    long failed() {
        return failed;
    }
}
