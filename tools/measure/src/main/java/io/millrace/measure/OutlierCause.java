package io.millrace.measure;

import java.util.Objects;

/**
 * An event that occurred during slow operations.
 *
 * @param event the name of the event, and its distinguishing field, such as the path of a file
 * @param outlierShare the share of outliers, 0 to 1, during which it occurred
 * @param otherShare the same of operations that did not take too long; not a number where none was recorded
 * @param timeShare the share of the time of all outliers, 0 to 1, that it filled; above 1 where several did at once
 */
public record OutlierCause(String event, double outlierShare, double otherShare, double timeShare) {
    /** Checks that nothing is missing. */
    public OutlierCause {
        Objects.requireNonNull(event);
    }
}
