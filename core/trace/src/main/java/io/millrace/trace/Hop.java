package io.millrace.trace;

import io.millrace.channel.History;
import io.millrace.channel.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * One hop of a history, kept.
 *
 * @param source where the message came from that was read
 * @param index its index there
 * @param inNs when it was read
 * @param outNs when its result was written
 */
record Hop(Source source, long index, long inNs, long outNs) {

    /** Returns the hops of a history, oldest first. */
    static List<Hop> of(History history) {
        List<Hop> hops = new ArrayList<>(history.size());
        for (int hop = 0; hop < history.size(); hop++) {
            hops.add(new Hop(history.source(hop), history.index(hop), history.timeInNs(hop), history.timeOutNs(hop)));
        }
        return hops;
    }
}
