package io.millrace.transactions;

import jdk.jfr.FlightRecorder;

/**
 * The flight recorder events of transactions. Their classes are left alone until a recorder runs in the process: the
 * first use of one would start it, for which the first transaction of a process would wait.
 */
final class FlightEvents {

    private FlightEvents() {}

    /** Returns an event that has begun, or null if such events are not recorded. */
    static TransactionEvent transaction() {
        return FlightRecorder.isInitialized() ? TransactionEvent.started() : null;
    }

    /** Returns an event that has begun, or null if such events are not recorded. */
    static PhaseEvent phase() {
        return FlightRecorder.isInitialized() ? PhaseEvent.started() : null;
    }

    /** Returns an event that has begun, or null if no recorder runs. */
    static RecoveryEvent recovery() {
        return FlightRecorder.isInitialized() ? RecoveryEvent.started() : null;
    }

    static void timeout(GlobalId id) {
        if (FlightRecorder.isInitialized()) {
            TimeoutEvent.of(id);
        }
    }

    static void heuristic(HeuristicOutcome kept) {
        if (FlightRecorder.isInitialized()) {
            HeuristicEvent.of(kept);
        }
    }

    static void writtenOff(GlobalId id, StackTraceElement... frames) {
        if (FlightRecorder.isInitialized()) {
            WrittenOffEvent.of(id, frames);
        }
    }
}
