package io.millrace.lanes;

/**
 * What one test class took.
 *
 * @param module the folder of its module, such as {@code core/wire}
 * @param name its full name
 * @param tests how many tests ran, skipped ones included
 * @param failed how many of them failed
 * @param tookMs its time in milliseconds, without the wait for classes that run alone
 * @param processorMs the processor time in milliseconds of its process and of the processes that it started, 0 if it is
 *     not known
 * @param waitedMs how long it waited for others, in milliseconds
 */
record ClassTime(String module, String name, int tests, int failed, long tookMs, long processorMs, long waitedMs) {

    /** Returns the name without the package. */
    String shortName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
