package io.millrace.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The last events of a run as text. It is made only when a failed seed runs again. */
final class Trace {

    private static final int KEPT = 400;
    private static final long MICROSECOND_NS = 1_000;

    private final Deque<String> lines = new ArrayDeque<>();
    private final boolean isOn;
    private final Schedule schedule;

    Trace(boolean isOn, Schedule schedule) {
        this.isOn = isOn;
        this.schedule = schedule;
    }

    void add(Supplier<String> event) {
        if (isOn) {
            if (lines.size() == KEPT) {
                lines.removeFirst();
            }
            lines.addLast(schedule.nowNs() / MICROSECOND_NS + " us " + event.get());
        }
    }

    String text() {
        return String.join("\n", lines);
    }
}
