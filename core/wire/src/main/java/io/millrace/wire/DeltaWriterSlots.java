package io.millrace.wire;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The writer's slots by key. Up to a limit each new key gets the next number; beyond it, a new key takes the number of
 * the key that was numbered longest ago, and that key is removed.
 *
 * @param <S> the state of a key
 */
final class DeltaWriterSlots<S extends DeltaSlot> {
    private static final int FIRST_BUCKETS = 16;
    private static final int MIX = 0x9E37_79B9;

    private final IntFunction<S> maker;
    private final int maxKeys;
    private int[] buckets = new int[FIRST_BUCKETS];
    private DeltaSlot[] numbered = new DeltaSlot[FIRST_BUCKETS];
    private int size;
    private int oldest;

    DeltaWriterSlots(int maxKeys, IntFunction<S> maker) {
        this.maxKeys = maxKeys;
        this.maker = maker;
    }

    /** Returns the first slot of the bucket of a hash, or null; {@link #after} returns the others. */
    S first(int hash) {
        return at(buckets[bucket(hash)]);
    }

    S after(S slot) {
        return at(slot.next);
    }

    /** Returns a slot for a key that has none. */
    S bind(int hash) {
        S slot;
        if (size < maxKeys) {
            slot = maker.apply(size);
            if (size == numbered.length) {
                grow();
            }
            numbered[size++] = slot;
        } else {
            slot = at(oldest + 1);
            oldest = oldest + 1 == size ? 0 : oldest + 1;
            unlink(slot);
        }
        slot.hash = hash;
        slot.known = false;
        link(slot);
        return slot;
    }

    /** Makes the next message of every key a key frame. */
    void restart() {
        for (int i = 0; i < size; i++) {
            numbered[i].known = false;
        }
    }

    private int bucket(int hash) {
        return ((hash * MIX) >>> 7) & (buckets.length - 1);
    }

    private void link(DeltaSlot slot) {
        int bucket = bucket(slot.hash);
        slot.next = buckets[bucket];
        buckets[bucket] = slot.number + 1;
    }

    private void unlink(DeltaSlot slot) {
        int bucket = bucket(slot.hash);
        int wanted = slot.number + 1;
        if (buckets[bucket] == wanted) {
            buckets[bucket] = slot.next;
            return;
        }
        DeltaSlot before = at(buckets[bucket]);
        while (before.next != wanted) {
            before = at(before.next);
        }
        before.next = slot.next;
    }

    private void grow() {
        numbered = Arrays.copyOf(numbered, (int) Math.min(2L * numbered.length, maxKeys));
        buckets = new int[2 * buckets.length];
        for (int i = 0; i < size; i++) {
            link(numbered[i]);
        }
    }

    @SuppressWarnings("unchecked") // all slots are from the maker
    private S at(int next) {
        return next == 0 ? null : (S) numbered[next - 1];
    }
}
