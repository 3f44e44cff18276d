package io.millrace.memory;

/**
 * How long work is cut into slices, so that other threads run in between.
 *
 * @param bytes bytes of a slice, 1 or more
 * @param between runs after each slice, in the working thread; it may wait, and what it throws ends the work
 */
public record Slices(int bytes, Runnable between) {

    /** A mebibyte at a time, with nothing in between. */
    public static final Slices UNPACED = new Slices(1 << 20, () -> {});

    /** Checks the components. */
    public Slices {
        if (bytes < 1) {
            throw new MemoryException("slice has less than one byte bytes=" + bytes);
        }
    }
}
