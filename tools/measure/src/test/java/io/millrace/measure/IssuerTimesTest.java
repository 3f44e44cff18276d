package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IssuerTimesTest {
    private static final int COUNT = 500_000;
    private static final int VALUES = 1_000;

    @Test
    void whileOneGathersNothingIsLostAndAnOperationsTimesStayTogether() throws Exception {
        IssuerTimes times = new IssuerTimes();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < COUNT; i++) {
                times.called(i % VALUES);
                times.returned(0, i % VALUES, 2L * (i % VALUES));
            }
        });
        Histogram all = LatencyRecorder.newHistogram();
        AtomicLong torn = new AtomicLong();
        boolean last;
        do {
            last = !writer.isAlive();
            times.gather(part -> {
                boolean whole = part.response.getTotalCount() == part.service.getTotalCount()
                        && part.service.getTotalCount() == part.waiting.getTotalCount();
                torn.addAndGet(whole ? 0 : 1);
                all.add(part.waiting);
            });
        } while (!last);
        writer.join();
        assertEquals(0, torn.get());
        assertEquals(COUNT, all.getTotalCount());
        assertEquals(COUNT, times.completed());
        assertEquals(COUNT, times.issued());
        assertEquals(COUNT / VALUES, all.getCountAtValue(7));
    }

    @Test
    void whatIsOutOfRangeIsMovedToItsEdgeAndCounted() {
        IssuerTimes times = new IssuerTimes();
        times.returned(10, 5, 20);
        times.gather(part -> {
            assertEquals(1, part.clamped());
            assertEquals(0, part.waiting.getMaxValue());
        });
        times.gather(part -> assertEquals(0, part.clamped() + part.service.getTotalCount()));
    }
}
