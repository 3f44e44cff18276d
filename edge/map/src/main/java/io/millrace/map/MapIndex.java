package io.millrace.map;

import io.millrace.journal.Index;
import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where the newest frame of each key is: an open-addressed table in memory outside the heap, one for each opening.
 *
 * <pre>
 *   0                                          8                          16
 *   +------------------------------+----------+--------------------------+
 *   | upper 48 bits of the hash    | form, 16 | index of the frame       |
 *   +------------------------------+----------+--------------------------+
 *   first word 0: never used      form 0xffff: removed
 * </pre>
 *
 * <p>One thread at a time changes it; any number of threads read meanwhile, without a lock. Invariants for readers: an
 * entry is only a hint, and the key in the frame decides; a slot gets its frame before its first word; a change of the
 * form of a key takes a new slot before the old one is removed, and is counted in between; a slot that was used becomes
 * unused only where the next one is unused, so no probe ends early; a larger table is complete before it is
 * published. A reader that has read a frame looks at the first word again, since the slot may have been removed and
 * used again in between. One that has not found a key looks again where a key was moved meanwhile: it may have passed
 * the new slot too early and the old one too late.
 */
final class MapIndex {

    /** More probes than this lead to a table with another hash, or a larger one. */
    static final int MAX_PROBES = 512;

    private static final int ENTRY_BYTES = 16;
    private static final int FRAME_OFFSET = 8;
    private static final long UNUSED = 0;
    private static final long REMOVED = 0xffff;
    private static final int HASH_SHIFT = 16;
    private static final int FORM_MASK = 0xffff;
    private static final long FIRST_SLOTS = 1 << 10;
    private static final long NO_SLOT = -1;

    private volatile Table table;

    /** How many keys there are, for the thread that changes the table, and for all others. */
    private long keys;

    private volatile long size;

    /** The frame whose entry the last change has replaced or removed, and its bytes; for the thread that changes. */
    private long replaced = Index.NONE;

    private long replacedBytes;

    /** How often a key was moved to another slot of its table. */
    private volatile int moves;

    /** The slots, and the hash by which they were chosen. */
    private static final class Table {
        final MemorySegment memory;
        final long mask;
        final Hasher hasher;

        /** How many slots are not unused; for the thread that changes the table. */
        long used;

        Table(long slots, Hasher hasher) {
            this.memory = Arena.ofAuto().allocate(slots * ENTRY_BYTES, ENTRY_BYTES);
            this.mask = slots - 1;
            this.hasher = hasher;
        }

        long tagAcquire(long slot) {
            return Memory.getLongAcquire(memory, slot * ENTRY_BYTES);
        }

        void setTagRelease(long slot, long tag) {
            Memory.setLongRelease(memory, slot * ENTRY_BYTES, tag);
        }

        long frameAcquire(long slot) {
            return Memory.getLongAcquire(memory, slot * ENTRY_BYTES + FRAME_OFFSET);
        }

        void setFrameRelease(long slot, long frame) {
            Memory.setLongRelease(memory, slot * ENTRY_BYTES + FRAME_OFFSET, frame);
        }

        /** Fills an unused slot; only before the table is published. */
        void add(long tag, long frame) {
            long slot = (tag >>> HASH_SHIFT) & mask;
            while (tagAcquire(slot) != UNUSED) {
                slot = (slot + 1) & mask;
            }
            setFrameRelease(slot, frame);
            setTagRelease(slot, tag);
            used++;
        }
    }

    /** Accepts the entries. */
    interface Entries {
        void entry(long frame, int form);
    }

    /** Returns the hash of the key of an entry. */
    interface Hashes {
        long hash(Hasher hasher, long frame, int form);
    }

    MapIndex(Hasher hasher) {
        table = new Table(FIRST_SLOTS, hasher);
    }

    /** Returns how many keys there are. */
    long size() {
        return size;
    }

    /** Returns the hash that is used now. */
    KeyHash kind() {
        return table.hasher.kind();
    }

    /** Returns how many bytes the table takes. */
    long bytes() {
        return table.memory.byteSize();
    }

    private static int form(long tag) {
        return (int) tag & FORM_MASK;
    }

    private static boolean hasHash(long tag, long hash) {
        return (tag ^ hash) >>> HASH_SHIFT == 0 && form(tag) != REMOVED;
    }

    private static long tag(long hash, int form) {
        return (hash & -(1L << HASH_SHIFT)) | form;
    }

    /** Finds the newest frame of a key; the look-up has it then. */
    boolean find(KeyLookup key) {
        while (true) {
            int before = moves;
            if (findOnce(key)) {
                return true;
            }
            if (moves == before) {
                return false;
            }
        }
    }

    private boolean findOnce(KeyLookup key) {
        Table in = table;
        long hash = key.hash(in.hasher);
        long slot = (hash >>> HASH_SHIFT) & in.mask;
        while (true) {
            long tag = in.tagAcquire(slot);
            if (tag == UNUSED) {
                return false;
            }
            if (hasHash(tag, hash)) {
                long frame = in.frameAcquire(slot);
                if (in.tagAcquire(slot) != tag) {
                    continue;
                }
                if (key.isIn(frame)) {
                    key.found(form(tag));
                    return true;
                }
            }
            slot = (slot + 1) & in.mask;
        }
    }

    /**
     * Notes the newest frame of a key.
     *
     * @return whether the probes stayed within their bound; else the caller calls {@link #rebuild}
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time changes the table
    boolean put(KeyLookup key, long frame, int form) {
        Table in = table;
        if ((in.used + 1) * 2 > in.mask) {
            in = grown(in); // first: where there is no memory for it, the table stays as it is
        }
        long hash = key.hash(in.hasher);
        long slot = (hash >>> HASH_SHIFT) & in.mask;
        long free = NO_SLOT;
        long old = NO_SLOT;
        int probes = 0;
        replaced = Index.NONE;
        for (long tag = in.tagAcquire(slot); tag != UNUSED; tag = in.tagAcquire(slot)) {
            if (form(tag) == REMOVED) {
                free = free == NO_SLOT ? slot : free;
            } else if (old == NO_SLOT && hasHash(tag, hash) && key.isIn(in.frameAcquire(slot))) {
                noteReplaced(key);
                if (form(tag) == form) {
                    in.setFrameRelease(slot, frame);
                    return true;
                }
                old = slot;
            }
            slot = (slot + 1) & in.mask;
            probes++;
        }
        in.used += free == NO_SLOT ? 1 : 0;
        long target = free == NO_SLOT ? slot : free;
        in.setFrameRelease(target, frame);
        in.setTagRelease(target, tag(hash, form));
        if (old == NO_SLOT) {
            setSize(keys + 1);
        } else {
            moves++;
            in.setTagRelease(old, REMOVED);
        }
        return probes <= MAX_PROBES;
    }

    /** Removes a key, and returns whether it was there. */
    boolean remove(KeyLookup key) {
        Table in = table;
        long hash = key.hash(in.hasher);
        long slot = (hash >>> HASH_SHIFT) & in.mask;
        replaced = Index.NONE;
        for (long tag = in.tagAcquire(slot); tag != UNUSED; tag = in.tagAcquire(slot)) {
            if (hasHash(tag, hash) && key.isIn(in.frameAcquire(slot))) {
                noteReplaced(key);
                boolean isLast = in.tagAcquire((slot + 1) & in.mask) == UNUSED;
                in.setTagRelease(slot, isLast ? UNUSED : REMOVED);
                in.used -= isLast ? 1 : 0;
                setSize(keys - 1);
                return true;
            }
            slot = (slot + 1) & in.mask;
        }
        return false;
    }

    private void noteReplaced(KeyLookup key) {
        replaced = key.frames().index();
        replacedBytes = key.frameBytes();
    }

    /** Returns the frame whose entry the last change has replaced or removed, or {@link Index#NONE}. */
    long replaced() {
        return replaced;
    }

    /** Returns the bytes of that frame. */
    long replacedBytes() {
        return replacedBytes;
    }

    private void setSize(long value) {
        keys = value;
        size = value;
    }

    /** Returns the size of a table of which the keys fill three eighths at most, so that it lasts for many more. */
    private long slots() {
        long slots = FIRST_SLOTS;
        while (keys * 8 > slots * 3) {
            slots *= 2;
        }
        return slots;
    }

    /** Copies the entries to a table with room for more of them, and returns it. */
    private Table grown(Table from) {
        Table to = new Table(slots(), from.hasher);
        for (long slot = 0; slot <= from.mask; slot++) {
            long tag = from.tagAcquire(slot);
            if (tag != UNUSED && form(tag) != REMOVED) {
                to.add(tag, from.frameAcquire(slot));
            }
        }
        table = to;
        return to;
    }

    /** Chooses all slots anew by another hash, whose values for the keys are asked for. */
    void rebuild(Hasher hasher, Hashes hashes) {
        Table to = new Table(slots(), hasher);
        forEach((frame, form) -> to.add(tag(hashes.hash(hasher, frame, form), form), frame));
        table = to;
    }

    /** Calls back for each entry, in no order; for the thread that changes the table. */
    void forEach(Entries entries) {
        Table in = table;
        for (long slot = 0; slot <= in.mask; slot++) {
            long tag = in.tagAcquire(slot);
            if (tag != UNUSED && form(tag) != REMOVED) {
                entries.entry(in.frameAcquire(slot), form(tag));
            }
        }
    }
}
