package io.millrace.measure;

import java.time.Duration;
import jdk.jfr.consumer.RecordingStream;

/** Records every pause of the garbage collector of this JVM, as JFR tells it, while it is open. */
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
     * Waits for the pauses up to now, and ends. Where the process is ending, JFR may have stopped the recording by a
     * hook of its own, with all that it had seen.
     */
    @Override
    public void close() {
        try (stream) {
            stream.stop();
        } catch (IllegalStateException e) {
            // It had ended already, as said above; there is nothing to wait for.
        }
    }
}
