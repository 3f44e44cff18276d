package io.millrace.concurrent;

import java.lang.ref.WeakReference;

/**
 * Counts collections of garbage, as far as one is seen: by an object that nothing else holds, and that is gone after
 * one. For one thread at a time.
 */
final class CollectionWatch {

    private WeakReference<Object> witness = new WeakReference<>(new Object());
    private int seen;

    /** Returns how many collections were seen by now; of several since the last call one counts. */
    int seen() {
        if (witness.refersTo(null)) {
            witness = new WeakReference<>(new Object());
            seen++;
        }
        return seen;
    }

    /** Lets go of the object, as a collection does; for tests, by any thread. */
    void forget() {
        witness.clear();
    }
}
