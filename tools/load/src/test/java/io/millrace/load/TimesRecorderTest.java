package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TimesRecorderTest {
    private static final int COUNT = 500_000;

    @Test
    void whileOneReadsIntervalsNothingIsLostAndAnOperationsTimesStayTogether() throws Exception {
        TimesRecorder recorder = new TimesRecorder(Mode.FIXED);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < COUNT; i++) {
                recorder.record(i % 10 == 0 ? Outcome.FAILED : Outcome.COMPLETED, 0, i % 100, 1_000);
            }
        });
        OutcomeTimes sum = OutcomeTimes.empty();
        OutcomeTimes spare = OutcomeTimes.empty();
        boolean last;
        do {
            last = !writer.isAlive();
            OutcomeTimes part = recorder.exchange(spare);
            assertTrue(isWhole(part.completed()) && isWhole(part.failed()));
            sum.add(part);
            part.reset();
            spare = part;
        } while (!last);
        writer.join();
        assertEquals(COUNT, recorder.ended());
        assertEquals(COUNT / 10, sum.failed().count());
        assertEquals(COUNT, sum.completed().count() + sum.failed().count());
    }

    private static boolean isWhole(Times times) {
        return times.count() == times.response().getTotalCount()
                && times.count() == times.waiting().getTotalCount();
    }
}
