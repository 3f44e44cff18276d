package io.millrace.measure;

import java.util.Objects;

/**
 * How often a method was seen in operations that took too long.
 *
 * @param frame the method and its line
 * @param atTop in how many such operations it was seen running itself
 * @param anywhere in how many it was seen running itself or waiting for what it had called
 */
public record FrameCount(String frame, long atTop, long anywhere) {
    /** Checks that nothing is missing. */
    public FrameCount {
        Objects.requireNonNull(frame);
    }
}
