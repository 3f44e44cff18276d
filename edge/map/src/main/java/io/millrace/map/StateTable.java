package io.millrace.map;

import io.millrace.memory.Memory;
import io.millrace.wire.BinaryOutput;
import java.lang.foreign.MemorySegment;

/**
 * Entries outside the heap, as bytes: an open-addressed table of the addresses of their blocks, which are linked in the
 * order in which their keys were put first. One thread at a time.
 *
 * <pre>
 *   0      8          16     24           28             32
 *   +------+----------+------+------------+--------------+-----+-------+
 *   | hash | previous | next | key length | value length | key | value |
 *   +------+----------+------+------------+--------------+-----+-------+
 * </pre>
 *
 * <p>A slot has the upper 16 bits of the hash and the address of the block; 0 is empty. The hash has a random key: it
 * decides where entries are in the table, and never their order.
 */
final class StateTable {

    /** The address of no entry. */
    static final long NONE = 0;

    private static final int PREVIOUS = 8;
    private static final int NEXT = 16;
    private static final int KEY_LENGTH = 24;
    private static final int VALUE_LENGTH = 28;
    private static final int HEADER = 32;

    private static final int FIRST_SLOTS = 64;
    private static final int MOST_SLOTS = 1 << 30;
    private static final long ADDRESS_MASK = (1L << StateMemory.ADDRESS_BITS) - 1;

    private final Hasher hasher = Hasher.random(KeyHash.SIP);
    private StateMemory memory = new StateMemory();
    private long[] slots = new long[FIRST_SLOTS];
    private int size;
    private long first;
    private long last;

    /** The hash of the key that was looked up last. */
    private long hash;

    int size() {
        return size;
    }

    /** Returns how many bytes are outside the heap. */
    long bytes() {
        return memory.bytes();
    }

    /** Returns the entry of a key, which is at the beginning of an output. */
    long find(BinaryOutput key, int length) {
        MemorySegment bytes = key.segment();
        long start = key.start();
        hash = hasher.hash(bytes, start, length);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            long entry = slots[slot] & ADDRESS_MASK;
            if ((slots[slot] ^ hash) >>> StateMemory.ADDRESS_BITS == 0 && keyLength(entry) == length) {
                long at = keyOffset(entry);
                if (MemorySegment.mismatch(bytes, start, start + length, segment(entry), at, at + length) < 0) {
                    return entry;
                }
            }
        }
        return NONE;
    }

    /**
     * Stores key and value, which an output has, and returns the entry.
     *
     * @param found the entry that {@link #find} has just returned for the key
     */
    long put(long found, BinaryOutput row, int keyLength) {
        int length = row.length();
        if (found != NONE && StateMemory.sameSize(blockBytes(found), HEADER + (long) length)) {
            fill(found, row, keyLength);
            return found;
        }
        if (found == NONE && 2 * size >= slots.length) {
            grow();
        }
        long entry = memory.allocate(HEADER + (long) length);
        fill(entry, row, keyLength);
        if (found == NONE) {
            set(entry, 0, hash);
            link(last, entry);
            link(entry, NONE);
            slots[freeSlot(hash)] = tagged(hash, entry);
            size++;
        } else {
            set(entry, 0, hash);
            long previous = get(found, PREVIOUS);
            long next = get(found, NEXT);
            slots[slotOf(found)] = tagged(hash, entry);
            link(previous, entry);
            link(entry, next);
            memory.free(found, blockBytes(found));
        }
        return entry;
    }

    private void fill(long entry, BinaryOutput row, int keyLength) {
        int length = row.length();
        MemorySegment block = segment(entry);
        long at = StateMemory.offset(entry);
        Memory.setIntPlain(block, at + KEY_LENGTH, keyLength);
        Memory.setIntPlain(block, at + VALUE_LENGTH, length - keyLength);
        MemorySegment.copy(row.segment(), row.start(), block, at + HEADER, length);
    }

    /** Makes one entry the next one of another; {@link #NONE} stands for the ends. */
    private void link(long one, long other) {
        if (one == NONE) {
            first = other;
        } else {
            set(one, NEXT, other);
        }
        if (other == NONE) {
            last = one;
        } else {
            set(other, PREVIOUS, one);
        }
    }

    void remove(long entry) {
        int mask = slots.length - 1;
        int hole = slotOf(entry);
        for (int slot = (hole + 1) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
            int home = (int) get(slots[slot] & ADDRESS_MASK, 0) & mask;
            if (((slot - home) & mask) >= ((slot - hole) & mask)) { // a probe for it would end at the hole
                slots[hole] = slots[slot];
                hole = slot;
            }
        }
        slots[hole] = 0;
        link(get(entry, PREVIOUS), get(entry, NEXT));
        memory.free(entry, blockBytes(entry));
        size--;
    }

    void clear() {
        memory = new StateMemory();
        slots = new long[FIRST_SLOTS];
        size = 0;
        first = NONE;
        last = NONE;
    }

    /** Returns the entry that was put first, or {@link #NONE}. */
    long first() {
        return first;
    }

    /** Returns the entry that was put after another one, or {@link #NONE}. */
    long next(long entry) {
        return get(entry, NEXT);
    }

    MemorySegment segment(long entry) {
        return memory.segment(entry);
    }

    static long keyOffset(long entry) {
        return StateMemory.offset(entry) + HEADER;
    }

    int keyLength(long entry) {
        return Memory.getIntPlain(segment(entry), StateMemory.offset(entry) + KEY_LENGTH);
    }

    int valueLength(long entry) {
        return Memory.getIntPlain(segment(entry), StateMemory.offset(entry) + VALUE_LENGTH);
    }

    private long blockBytes(long entry) {
        return HEADER + (long) keyLength(entry) + valueLength(entry);
    }

    private int slotOf(long entry) {
        int mask = slots.length - 1;
        int slot = (int) get(entry, 0) & mask;
        while ((slots[slot] & ADDRESS_MASK) != entry) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int freeSlot(long of) {
        int mask = slots.length - 1;
        int slot = (int) of & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        if (slots.length == MOST_SLOTS) {
            throw new MapException("state of a component has too many keys keys=" + size);
        }
        slots = new long[2 * slots.length];
        for (long entry = first; entry != NONE; entry = next(entry)) {
            long of = get(entry, 0);
            slots[freeSlot(of)] = tagged(of, entry);
        }
    }

    private static long tagged(long of, long entry) {
        return (of & ~ADDRESS_MASK) | entry;
    }

    private long get(long entry, int field) {
        return Memory.getLongPlain(segment(entry), StateMemory.offset(entry) + field);
    }

    private void set(long entry, int field, long value) {
        Memory.setLongPlain(segment(entry), StateMemory.offset(entry) + field, value);
    }
}
