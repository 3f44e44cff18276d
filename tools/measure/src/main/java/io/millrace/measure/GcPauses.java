package io.millrace.measure;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import jdk.jfr.consumer.RecordingStream;

/**
 * Records every pause of the garbage collector of this JVM, from JFR, while it is open. JFR needs a directory for its
 * files; where it has none, nothing is recorded, which is logged.
 */
public final class GcPauses implements AutoCloseable {
    private static final String PAUSE = "jdk.GCPhasePause";

    /** Null where JFR is not available. */
    private final RecordingStream stream;

    private GcPauses(RecordingStream stream) {
        this.stream = stream;
    }

    /** Begins to record pauses, in nanoseconds; they arrive up to a second after they happened. */
    public static GcPauses open(LatencyRecorder recorder) {
        RecordingStream stream = null;
        try {
            stream = new RecordingStream();
            stream.enable(PAUSE).withThreshold(Duration.ZERO);
            stream.onEvent(PAUSE, event -> recorder.record(event.getDuration().toNanos()));
            stream.startAsync();
            return new GcPauses(stream);
        } catch (IllegalStateException | UncheckedIOException e) {
            if (stream != null) {
                stream.close();
            }
            logger().log(
                            Level.WARNING,
                            "pauses of the garbage collector are not recorded: JFR cannot write its files; name a"
                                    + " directory by -XX:FlightRecorderOptions:repository=DIR reason="
                                    + e.getMessage());
            return new GcPauses(null);
        }
    }

    private static System.Logger logger() {
        return System.getLogger(GcPauses.class.getPackageName());
    }

    /**
     * Waits for the pauses up to now, and ends. If the process is ending, JFR's own hook may have stopped the
     * recording, with all its events.
     */
    @Override
    public void close() {
        if (stream == null) {
            return;
        }
        try (stream) {
            stream.stop();
        } catch (IllegalStateException e) {
            // It had ended already, so there is nothing to wait for.
        }
    }
}
