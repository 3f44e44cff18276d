package io.millrace.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Optional;

/** The processors on which the operating system may run the calling thread. */
public final class ThreadProcessors {

    /** Room for 8192 processors, more than any kernel is built for. */
    private static final int MASK_BYTES = 1024;

    private ThreadProcessors() {}

    /**
     * Returns the numbers of the processors on which the calling thread may run, or nothing where it cannot be asked.
     */
    public static Optional<BitSet> get() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            return NativeCalls.getAffinity(mask)
                    ? Optional.of(BitSet.valueOf(mask.toArray(ValueLayout.JAVA_BYTE)))
                    : Optional.empty();
        }
    }

    /**
     * Binds the calling platform thread to some processors.
     *
     * @return whether it was done; false where it is not available, or no such processor may be used by this process
     */
    public static boolean set(BitSet processors) {
        byte[] bytes = processors.toByteArray();
        if (bytes.length == 0 || bytes.length > MASK_BYTES) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            MemorySegment.copy(bytes, 0, mask, ValueLayout.JAVA_BYTE, 0, bytes.length);
            return NativeCalls.setAffinity(mask);
        }
    }
}
