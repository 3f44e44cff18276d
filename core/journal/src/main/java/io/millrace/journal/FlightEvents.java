package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.FlightRecorder;

/**
 * The flight recorder events of a journal. Their classes are not loaded until a recorder runs in the process: the first
 * use would initialise the recorder, which takes longer than everything else when a journal is opened in a new process.
 */
final class FlightEvents {

    private FlightEvents() {}

    /** Returns an event that has begun, or null if no recorder runs. */
    static RollEvent roll() {
        return FlightRecorder.isInitialized() ? RollEvent.started() : null;
    }

    /** Returns an event that has begun, or null if no recorder runs. */
    static SyncEvent sync() {
        return FlightRecorder.isInitialized() ? SyncEvent.started() : null;
    }

    /** Returns an event that has begun, or null if no recorder runs. */
    static RecoveryEvent recovery() {
        return FlightRecorder.isInitialized() ? RecoveryEvent.started() : null;
    }

    static void fence(Path directory, long index, int slot) {
        if (FlightRecorder.isInitialized()) {
            FenceEvent.of(directory, index, slot);
        }
    }

    static void removal(Path directory, long firstKept, long bytes) {
        if (FlightRecorder.isInitialized()) {
            RemovalEvent.of(directory, firstKept, bytes);
        }
    }
}
