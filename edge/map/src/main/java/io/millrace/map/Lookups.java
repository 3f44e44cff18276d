package io.millrace.map;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Look-ups that threads take and give back, without a lock. A thread usually finds the one that it used last; where it
 * and its neighbours have none, it makes one, and where there is no room for one that it gives back, or that one has
 * grown large, it is closed.
 */
final class Lookups implements AutoCloseable {

    private static final int KEPT = 64;
    private static final int NEIGHBOURS = 8;

    private final Supplier<KeyLookup> maker;
    private final AtomicReferenceArray<KeyLookup> free = new AtomicReferenceArray<>(KEPT);
    private volatile boolean closed;

    Lookups(Supplier<KeyLookup> maker) {
        this.maker = maker;
    }

    /** Returns one of the slots that a thread tries, in their order. */
    private static int slot(int attempt) {
        return (int) (Thread.currentThread().threadId() + attempt) & (KEPT - 1);
    }

    KeyLookup take() {
        for (int attempt = 0; attempt < NEIGHBOURS; attempt++) {
            KeyLookup taken = free.getAndSet(slot(attempt), null);
            if (taken != null) {
                return taken;
            }
        }
        return maker.get();
    }

    void giveBack(KeyLookup taken) {
        int attempts = taken.isLarge() ? 0 : NEIGHBOURS;
        for (int attempt = 0; attempt < attempts; attempt++) {
            int slot = slot(attempt);
            if (free.compareAndSet(slot, null, taken)) {
                if (closed) {
                    closeAt(slot);
                }
                return;
            }
        }
        taken.close();
    }

    private void closeAt(int slot) {
        KeyLookup left = free.getAndSet(slot, null);
        if (left != null) {
            left.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        clear();
    }

    /** Closes those that no thread uses now. */
    void clear() {
        for (int slot = 0; slot < KEPT; slot++) {
            closeAt(slot);
        }
    }
}
