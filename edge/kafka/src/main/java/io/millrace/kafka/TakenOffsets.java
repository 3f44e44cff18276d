package io.millrace.kafka;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Of each partition the offset after everything that is in the output, 0 where nothing is known. One thread sets, any
 * thread reads.
 */
final class TakenOffsets {
    private volatile AtomicLongArray next = new AtomicLongArray(1);

    /** Notes the offset after what is in the output; never less than before. */
    void set(int partition, long offset) {
        AtomicLongArray now = next;
        if (partition >= now.length()) {
            AtomicLongArray longer = new AtomicLongArray(Math.max(partition + 1, 2 * now.length()));
            for (int i = 0; i < now.length(); i++) {
                longer.setPlain(i, now.getPlain(i));
            }
            longer.setPlain(partition, offset);
            next = longer;
        } else {
            now.setOpaque(partition, offset);
        }
    }

    long get(int partition) {
        AtomicLongArray now = next;
        return partition < now.length() ? now.getOpaque(partition) : 0;
    }
}
