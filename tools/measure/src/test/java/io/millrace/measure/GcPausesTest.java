package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class GcPausesTest {
    @Test
    void aRecordingThatTheEndOfTheProcessHasStoppedIsClosedAllTheSame() {
        FlightRecorder recorder = FlightRecorder.getFlightRecorder();
        List<Recording> others = recorder.getRecordings();
        GcPauses pauses = GcPauses.open(new LatencyRecorder("gc"));
        List<Recording> own = new ArrayList<>(recorder.getRecordings());
        own.removeAll(others);
        assertEquals(1, own.size());
        own.getFirst().stop();
        pauses.close();
        own.removeIf(recording -> !recorder.getRecordings().contains(recording));
        assertEquals(List.of(), own);
    }
}
