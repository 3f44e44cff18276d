package io.millrace.service;

import java.util.ArrayDeque;

/**
 * The outcomes of a gateway's requests since those that are published: of the batch that is being filled, and of the
 * batches whose commit has begun. Re-used; used by one thread.
 */
final class OutcomeBatches {
    private final ArrayDeque<Outcomes> begun = new ArrayDeque<>();
    private final ArrayDeque<Outcomes> spare = new ArrayDeque<>();
    private Outcomes filling = new Outcomes();

    OutcomeBatches() {}

    /** Returns the batch that is being filled. */
    Outcomes filling() {
        return filling;
    }

    /** Notes that the commit of the batch has begun; the next one is filled from now on. */
    void begin() {
        begun.addLast(filling);
        filling = spare.isEmpty() ? new Outcomes() : spare.removeLast();
    }

    /** Returns how many commits have begun and are not done. */
    int begun() {
        return begun.size();
    }

    /** Returns the batch whose commit began first; there must be one. */
    Outcomes oldest() {
        return begun.getFirst();
    }

    /** Notes that the outcomes of the oldest batch are published. */
    void done() {
        Outcomes done = begun.removeFirst();
        done.clear();
        spare.addLast(done);
    }

    /** Forgets all outcomes. */
    void clear() {
        while (!begun.isEmpty()) {
            done();
        }
        filling.clear();
    }
}
