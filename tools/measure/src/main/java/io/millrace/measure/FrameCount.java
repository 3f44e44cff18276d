package io.millrace.measure;

import java.util.Objects;

/**
 * How often a method was sampled in slow operations.
 *
 * @param frame the method and its line
 * @param atTop in how many such operations it was running itself
 * @param anywhere in how many it was on the stack
 */
public record FrameCount(String frame, long atTop, long anywhere) {
    /** Checks that nothing is missing. */
    public FrameCount {
        Objects.requireNonNull(frame);
    }
}
