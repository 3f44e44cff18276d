package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** What a node counts for its meters. Any thread. */
final class NodeCounts {
    /** Older own blocks that are not ordered have no time; so have older times that no reader has taken. */
    private static final int MOST = 4_096;

    private final LinkedHashMap<Reference, Long> made = new LinkedHashMap<>();
    private final ArrayDeque<Long> times = new ArrayDeque<>();
    private final Map<SeatEvent, Long> events = new EnumMap<>(SeatEvent.class);
    private long blocks;

    /** Counts an own block that was made. */
    synchronized void made(Reference block, long nowNs) {
        blocks++;
        made.put(block, nowNs);
        if (made.size() > MOST) {
            made.pollFirstEntry();
        }
    }

    /** Notes how long ago those own blocks were made that a commit brings into the order. */
    synchronized void committed(List<Reference> ordered, long nowNs) {
        for (Reference block : ordered) {
            Long madeNs = made.remove(block);
            if (madeNs != null) {
                times.add(nowNs - madeNs);
            }
        }
        while (times.size() > MOST) {
            times.remove();
        }
    }

    synchronized void event(SeatEvent event) {
        events.merge(event, 1L, Long::sum);
    }

    /** Returns how many blocks the seat has made since it started. */
    synchronized long blocks() {
        return blocks;
    }

    /** Returns how often each event has occurred. */
    synchronized Map<SeatEvent, Long> events() {
        return new HashMap<>(events);
    }

    /** Takes the times since the last call: from the making of an own block until it is in the order. */
    synchronized void takeTimes(LongConsumer nanoseconds) {
        times.forEach(nanoseconds::accept);
        times.clear();
    }
}
