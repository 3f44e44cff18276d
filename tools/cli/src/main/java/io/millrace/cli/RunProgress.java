package io.millrace.cli;

import io.millrace.topology.RunningTopology;
import java.util.Locale;

/** A progress line of a run on standard error, if that is a terminal. */
final class RunProgress {
    private static final int WIDTH = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Console console;
    private final RunningTopology running;
    private long shownNs = System.nanoTime();
    private long shownMessages;

    RunProgress(Console console, RunningTopology running) {
        this.console = console;
        this.running = running;
    }

    void show() {
        if (!console.terminal().progress()) {
            return;
        }
        StringBuilder line = new StringBuilder();
        long[] messages = new long[1];
        running.services().forEach((name, service) -> {
            messages[0] += service.outputs();
            line.append(String.format(Locale.ROOT, "%s %,d  ", name, service.outputs()));
        });
        long now = System.nanoTime();
        double perSecond = (messages[0] - shownMessages) * NANOS_PER_SECOND / Math.max(1, now - shownNs);
        shownNs = now;
        shownMessages = messages[0];
        String rate = String.format(Locale.ROOT, "%,.0f messages/s  ", perSecond);
        String all = rate + line;
        console.err().print("\r" + all.substring(0, Math.min(all.length(), WIDTH)) + "\u001b[K");
        console.err().flush();
    }

    void clear() {
        if (console.terminal().progress()) {
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }
}
