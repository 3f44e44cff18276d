package io.millrace.fuzz;

import com.sun.management.ThreadMXBean;
import io.millrace.wire.WireException;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What must hold wherever something is read: which exceptions come, what they say, and how much is allocated. */
final class Guard {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Where in the input an error lies; what contradicts itself in a schema does so in a type. */
    private static final Pattern PLACE = Pattern.compile(" (offset|line)=[0-9]+| in=");

    /** The first times load, instrument and generate classes, which is not what the input costs. */
    private static final int ATTEMPTS = 3;

    private final long fixedBytes;
    private final long bytesPerByte;

    /**
     * A bound on what reading may allocate.
     *
     * @param fixedBytes for any input
     * @param bytesPerByte for each byte of input on top
     */
    Guard(long fixedBytes, long bytesPerByte) {
        this.fixedBytes = fixedBytes;
        this.bytesPerByte = bytesPerByte;
    }

    /** What was read, which may be null, or null where it was refused as it should be. */
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
                throw new AssertionError("an error does not say where: " + e.getMessage(), e);
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
