package io.millrace.measure;

import java.time.Duration;
import jdk.jfr.consumer.RecordingStream;

/** Records every pause of the garbage collector of this JVM, from JFR, while it is open. */
public final class GcPauses implements AutoCloseable {
    private static final String PAUSE = "jdk.GCPhasePause";

    private final RecordingStream stream;

    private GcPauses(RecordingStream stream) {
        this.stream = stream;
    }

    /** Begins to record pauses, in nanoseconds; they arrive up to a second after they happened. */
    public static GcPauses open(LatencyRecorder recorder) {
        RecordingStream stream = new RecordingStream();
        stream.enable(PAUSE).withThreshold(Duration.ZERO);
        stream.onEvent(PAUSE, event -> recorder.record(event.getDuration().toNanos()));
        stream.startAsync();
        return new GcPauses(stream);
    }

    /**
     * Waits for the pauses up to now, and ends. If the process is ending, JFR's own hook may have stopped the
     * recording, with all its events.
     */
    @Override
    public void close() {
        try (stream) {
            stream.stop();
        } catch (IllegalStateException e) {
            // It had ended already, so there is nothing to wait for.
        }
    }
}
