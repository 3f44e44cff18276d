package io.millrace.fuzz;

import com.sun.management.ThreadMXBean;
import io.millrace.wire.WireException;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Checks the conditions of all reading: which exceptions are thrown, what their messages contain, and how much is
 * allocated.
 */
final class Guard {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The part of a message that states where in the input the error is; an inconsistent schema states the type. */
    private static final Pattern PLACE = Pattern.compile(" (offset|line)=[0-9]+| in=");

    /**
     * The first attempts load, instrument and generate classes, which allocates memory that the input does not need.
     */
    private static final int ATTEMPTS = 3;

    private final long fixedBytes;
    private final long bytesPerByte;

    /**
     * Creates a guard with a bound on what reading may allocate.
     *
     * @param fixedBytes the bound for an empty input
     * @param bytesPerByte added for each byte of input
     */
    Guard(long fixedBytes, long bytesPerByte) {
        this.fixedBytes = fixedBytes;
        this.bytesPerByte = bytesPerByte;
    }

    /** Returns the result of reading, or null if the input was refused with a valid error. */
    <T> T read(int inputBytes, Supplier<T> reading) {
        long most = fixedBytes + bytesPerByte * inputBytes;
        long used = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            T value = accepted(reading);
            used = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (used <= most) {
                return value;
            }
        }
        throw new AssertionError("too much is allocated usedBytes=" + used + " most=" + most + " input=" + inputBytes);
    }

    private static <T> T accepted(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (WireException e) {
            if (!PLACE.matcher(e.getMessage()).find()) {
                throw new AssertionError("an error does not state its position: " + e.getMessage(), e);
            }
            return null;
        }
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
