package io.millrace.channel;

import java.util.Arrays;

/**
 * The schemas or sources of a channel in memory, by numbers from 1 on. One thread adds; other threads look up numbers
 * from published messages, and see their records.
 *
 * @param <T> the type of records
 */
final class QueueRecords<T> {

    private volatile Object[] records = new Object[8];
    private int size;

    QueueRecords() {}

    /** Returns the number of {@code record}, which is added if it is new. */
    long number(T record) {
        Object[] known = records;
        for (int i = 0; i < size; i++) {
            if (known[i].equals(record)) {
                return i + 1L;
            }
        }
        if (size == known.length) {
            known = Arrays.copyOf(known, size * 2);
        }
        known[size++] = record;
        records = known;
        return size;
    }

    /** Returns the record with a number that {@link #number} has returned. */
    @SuppressWarnings("unchecked") // only records of T are added
    T get(long number) {
        return (T) records[(int) number - 1];
    }
}
