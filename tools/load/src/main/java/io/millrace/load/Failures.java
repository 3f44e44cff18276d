package io.millrace.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the reasons of failures, for a bounded number of different ones. For any thread. */
final class Failures {
    private static final int MOST_REASONS = 100;
    private static final int LONGEST_REASON = 300;
    private static final String OTHER = "other reasons";

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(Throwable cause) {
        String reason = cause == null ? "no reason given" : shown(cause);
        String key = reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + " ..." : reason;
        LongAdder count = counts.get(key);
        if (count == null) {
            count = counts.computeIfAbsent(counts.size() < MOST_REASONS ? key : OTHER, _ -> new LongAdder());
        }
        count.increment();
    }

    private static String shown(Throwable cause) {
        return cause instanceof LoadException ? cause.getMessage() : ForeignErrors.text(cause);
    }

    /** Returns the reasons, most frequent first. */
    List<FailureReason> reasons() {
        List<FailureReason> reasons = new ArrayList<>();
        counts.forEach((text, count) -> reasons.add(new FailureReason(text, count.sum())));
        reasons.sort((a, b) -> Long.compare(b.count(), a.count()));
        return reasons;
    }
}
