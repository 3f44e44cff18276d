package io.millrace.wire;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The reader's slots by number.
 *
 * @param <S> the state of a key
 */
final class DeltaReaderSlots<S extends DeltaSlot> {
    private static final int FIRST_SLOTS = 16;

    private final IntFunction<S> maker;
    private final int maxKeys;
    private DeltaSlot[] slots = new DeltaSlot[FIRST_SLOTS];

    DeltaReaderSlots(int maxKeys, IntFunction<S> maker) {
        this.maxKeys = maxKeys;
        this.maker = maker;
    }

    /** Returns whether a message with this header can be read. */
    boolean canRead(long header) {
        if (DeltaSlot.isKeyFrame(header)) {
            return true;
        }
        long number = DeltaSlot.number(header);
        return number < slots.length && slots[(int) number] != null && slots[(int) number].precedes(header);
    }

    /**
     * Returns the slot of a message with this header. Its state is unknown until the caller sets {@link
     * DeltaSlot#known}.
     *
     * @param header the header
     * @param in the input after the header, for errors
     * @throws WireLimitException if the number of the key exceeds the limit
     * @throws DeltaGapException if the previous message of the key was not read
     */
    S take(long header, BinaryInput in) {
        long number = DeltaSlot.number(header);
        if (number >= maxKeys) {
            throw new WireLimitException("the number of a key exceeds the limit number=" + number + " maxKeys="
                    + maxKeys + " offset=" + in.offset());
        }
        int i = (int) number;
        if (DeltaSlot.isKeyFrame(header)) {
            if (i >= slots.length) {
                slots = Arrays.copyOf(slots, (int) Math.min(Math.max(2L * slots.length, i + 1L), maxKeys));
            }
            if (slots[i] == null) {
                slots[i] = maker.apply(i);
            }
        } else if (!canRead(header)) {
            if (i < slots.length && slots[i] != null) {
                slots[i].known = false;
            }
            throw new DeltaGapException(
                    "the previous message of a key was not read number=" + number + " offset=" + in.offset());
        }
        slots[i].follow(header);
        @SuppressWarnings("unchecked") // all slots are from the maker
        S slot = (S) slots[i];
        return slot;
    }
}
