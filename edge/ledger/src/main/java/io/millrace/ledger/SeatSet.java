package io.millrace.ledger;

/** A set of seats that knows its size. Not thread-safe. */
final class SeatSet {
    private final long[] words;
    private int size;

    SeatSet(int seats) {
        words = new long[(seats + Long.SIZE - 1) / Long.SIZE];
    }

    /** Returns whether the seat was not in the set before. */
    boolean add(int seat) {
        long bit = 1L << seat;
        int word = seat / Long.SIZE;
        if ((words[word] & bit) != 0) {
            return false;
        }
        words[word] |= bit;
        size++;
        return true;
    }

    boolean contains(int seat) {
        return (words[seat / Long.SIZE] & 1L << seat) != 0;
    }

    void addAll(SeatSet other) {
        size = 0;
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
            size += Long.bitCount(words[i]);
        }
    }

    int size() {
        return size;
    }
}
