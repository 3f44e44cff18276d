package io.millrace.leaks;

import java.util.ArrayList;
import java.util.List;

/** Describes the leaks of a test. */
final class Findings {

    private Findings() {}

    static List<String> describe(Snapshot left) {
        List<String> findings = new ArrayList<>();
        for (Thread thread : left.threads()) {
            findings.add(describe(thread));
        }
        for (String file : left.openFiles()) {
            findings.add("left open file=" + file);
        }
        for (String file : left.mappedFiles()) {
            findings.add("left mapped file=" + file);
        }
        return findings;
    }

    private static String describe(Thread thread) {
        StringBuilder text = new StringBuilder("left running thread=" + thread.getName());
        text.append(" daemon=").append(thread.isDaemon());
        text.append(" state=").append(thread.getState());
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }
}
