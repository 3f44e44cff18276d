package io.millrace.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Optional;

/** The processors on which the operating system may run the calling thread. */
public final class ThreadProcessors {

    /** Space for 8192 processors, more than any kernel is built for. */
    private static final int MASK_BYTES = 1024;

    private ThreadProcessors() {}

    /**
     * Returns the numbers of the processors on which the calling thread may run, or nothing where the system does not
     * tell.
     */
    public static Optional<BitSet> get() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            return NativeCalls.getAffinity(mask) ? Optional.of(ofMask(mask)) : Optional.empty();
        }
    }

    /**
     * Binds the calling platform thread to some processors.
     *
     * @return whether it was done; false where it is not available, or no such processor may be used by this process
     */
    public static boolean set(BitSet processors) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            return fits(processors) && NativeCalls.setAffinity(intoMask(processors, mask));
        }
    }

    /** Returns whether there are processors, and a mask has a bit for each. */
    static boolean fits(BitSet processors) {
        return !processors.isEmpty() && processors.length() <= Byte.SIZE * MASK_BYTES;
    }

    /** Returns the processors whose bits are set in a mask: words in the order of the platform, the lowest first. */
    static BitSet ofMask(MemorySegment mask) {
        return BitSet.valueOf(mask.toArray(ValueLayout.JAVA_LONG));
    }

    /** Sets the bits of processors in a mask of zeros, and returns it. */
    static MemorySegment intoMask(BitSet processors, MemorySegment mask) {
        long[] words = processors.toLongArray();
        MemorySegment.copy(words, 0, mask, ValueLayout.JAVA_LONG, 0, words.length);
        return mask;
    }
}
