package io.millrace.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often each peer has broken each rule. Not thread-safe. */
final class Rejections {
    private final List<Map<Rejection, Long>> counts = new ArrayList<>();

    Rejections(int seats) {
        for (int peer = 0; peer < seats; peer++) {
            counts.add(new EnumMap<>(Rejection.class));
        }
    }

    void add(int peer, Rejection reason) {
        counts.get(peer).merge(reason, 1L, Long::sum);
    }

    long count(int peer, Rejection reason) {
        return counts.get(peer).getOrDefault(reason, 0L);
    }
}
