package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/** The state of one key for code that has only a schema: the last message in BINARY, and the bytes of the key. */
final class DeltaBytesSlot extends DeltaSlot {
    private static final int FIRST_BYTES = 64;

    private final BinaryInput in;
    private MemorySegment memory = PrivateMemory.allocate(FIRST_BYTES);
    private int bytes;
    private byte[] key = {};

    /** The type of the message, whose fields begin at {@link #fieldsOffset}; null if the value is not a message. */
    MessageType type;

    int fieldsOffset;

    DeltaBytesSlot(int number, WireLimits limits) {
        super(number);
        this.in = new BinaryInput(limits);
    }

    /** Stores a copy of a message that begins at an offset of a segment. */
    void keep(MemorySegment segment, long offset, int length) {
        if (length > memory.byteSize()) {
            memory = PrivateMemory.allocate(Math.max(length, Math.min(2 * memory.byteSize(), Integer.MAX_VALUE)));
        }
        MemoryAccess.copy(segment, offset, memory, 0, length);
        bytes = length;
    }

    /** Returns an input at the beginning of the stored message. */
    BinaryInput message() {
        return in.wrap(memory, 0, bytes);
    }

    void key(byte[] bytesOfKey) {
        key = bytesOfKey;
    }

    boolean hasKey(MemorySegment segment, int length) {
        if (key.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (key[i] != MemoryAccess.getByte(segment, i)) {
                return false;
            }
        }
        return true;
    }
}
