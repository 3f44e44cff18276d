package io.millrace.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory that an output owns itself: outside the heap, so that all outputs have one kind of segment. */
final class PrivateMemory {
    private PrivateMemory() {}

    static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    static void grow(BinaryOutput output, long neededBytes) {
        long written = output.length();
        long most = output.limits().maxMessageBytes();
        long bytes = Math.max(written + neededBytes, Math.min(2 * written + neededBytes, most));
        MemorySegment larger = allocate(bytes);
        MemoryAccess.copy(output.segment(), output.start(), larger, 0, written);
        output.relocate(larger, 0, bytes);
    }
}
