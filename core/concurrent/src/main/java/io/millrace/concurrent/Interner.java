package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Returns the same object for the same bytes, and copies no bytes if it has the object: for example for names of
 * instruments, of which a few recur often. It is a cache with two slots for each hash; a value that finds both slots
 * occupied replaces the value in one of them.
 *
 * <p>It holds at most {@code capacity} values, each of at most {@code longestBytes}; a longer value is created and not
 * kept. For one thread.
 *
 * @param <T> the type of values, which must be immutable
 */
public final class Interner<T> {
    private static final int MOST = 1 << 24;

    private final InternedForm<T> form;
    private final Object[] values;
    private final int mask;
    private final int longestBytes;
    private long hits;
    private long misses;

    /**
     * Creates an empty interner.
     *
     * @param capacity its number of slots, rounded up to a power of two; 2 to 16,777,216
     * @param longestBytes the longest form that is kept
     * @param form the form of values as bytes
     */
    public Interner(int capacity, int longestBytes, InternedForm<T> form) {
        if (capacity < 2 || capacity > MOST || longestBytes < 0) {
            throw new IllegalArgumentException(
                    "invalid interner sizes capacity=" + capacity + " longestBytes=" + longestBytes);
        }
        this.form = Objects.requireNonNull(form);
        this.longestBytes = longestBytes;
        this.values = new Object[Integer.highestOneBit(capacity - 1) << 1];
        this.mask = values.length - 1;
    }

    /** Creates an interner of strings in UTF-8. Strings of ASCII characters are found without a copy. */
    public static Interner<String> ofStrings(int capacity, int longestBytes) {
        return new Interner<>(capacity, longestBytes, new Utf8Form());
    }

    /**
     * Returns the value that bytes stand for.
     *
     * @throws IndexOutOfBoundsException if the bytes are not all in the segment
     */
    @SuppressWarnings("unchecked") // the slots contain values of the form only
    public T intern(MemorySegment segment, long offset, int length) {
        if (length > longestBytes) {
            misses++;
            return form.make(segment, offset, length);
        }
        long hash = WyHash.hash(segment, offset, length, 0);
        int first = (int) hash & mask;
        int second = (int) (hash >>> Integer.SIZE) & mask;
        T value = (T) values[first];
        if (value != null && form.matches(value, segment, offset, length)) {
            hits++;
            return value;
        }
        value = (T) values[second];
        if (value != null && form.matches(value, segment, offset, length)) {
            hits++;
            return value;
        }
        misses++;
        value = form.make(segment, offset, length);
        values[values[first] == null ? first : second] = value;
        return value;
    }

    /** Returns how often a value was found. */
    public long hits() {
        return hits;
    }

    /** Returns how often a value had to be created. */
    public long misses() {
        return misses;
    }

    /** Strings as UTF-8; a string with other characters than ASCII is compared by encoding it. */
    private static final class Utf8Form implements InternedForm<String> {
        @Override
        public boolean matches(String value, MemorySegment segment, long offset, int length) {
            if (value.length() > length) {
                return false;
            }
            for (int i = 0; i < value.length(); i++) {
                int unit = segment.get(ValueLayout.JAVA_BYTE, offset + i);
                if (unit < 0) {
                    return matchesEncoded(value, segment, offset, length);
                }
                if (unit != value.charAt(i)) {
                    return false;
                }
            }
            return value.length() == length;
        }

        private static boolean matchesEncoded(String value, MemorySegment segment, long offset, int length) {
            byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
            return encoded.length == length
                    && MemorySegment.ofArray(encoded).mismatch(segment.asSlice(offset, length)) < 0;
        }

        @Override
        public String make(MemorySegment segment, long offset, int length) {
            return new String(segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        }
    }
}
