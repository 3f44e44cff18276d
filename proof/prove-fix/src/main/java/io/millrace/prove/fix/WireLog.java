package io.millrace.prove.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import quickfix.Log;

/**
 * Looks at each message as a counterparty receives it: a number that comes again has PossDupFlag (43), and the report
 * that it had before. Any thread.
 */
final class WireLog implements Log {

    private static final char SOH = 1;

    private final List<String> reports = new ArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private long again;

    /** Returns what was wrong. */
    List<String> faults() {
        return faults;
    }

    /** Returns how many reports came again. */
    synchronized long again() {
        return again;
    }

    @Override
    public synchronized void onIncoming(String message) {
        if (!"8".equals(field(message, 35))) {
            return;
        }
        int number = Integer.parseInt(field(message, 34));
        String report = field(message, 37);
        while (reports.size() <= number) {
            reports.add(null);
        }
        String before = reports.get(number);
        if (before == null) {
            reports.set(number, report);
        } else {
            again++;
            if (!before.equals(report)) {
                faults.add("a number has two reports number=" + number + " first=" + before + " second=" + report);
            }
            if (!"Y".equals(field(message, 43))) {
                faults.add("a report comes again without PossDupFlag number=" + number + " report=" + report);
            }
        }
    }

    private static String field(String message, int tag) {
        String start = SOH + Integer.toString(tag) + "=";
        int at = message.indexOf(start);
        return at < 0 ? null : message.substring(at + start.length(), message.indexOf(SOH, at + 1));
    }

    @Override
    public void clear() {
        // nothing is shown
    }

    @Override
    public void onOutgoing(String message) {
        // what it sends is known
    }

    @Override
    public void onEvent(String text) {
        // connections come and go
    }

    @Override
    public void onErrorEvent(String text) {
        // connections come and go
    }
}
