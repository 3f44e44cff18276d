package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ErrorReportsTest {

    private final AtomicLong clock = new AtomicLong();
    private final Counters counters = new Counters();
    private final List<String> told = new ArrayList<>();
    private final ErrorReports reports =
            new ErrorReports((where, error) -> told.add(where + ": " + error.getMessage()), counters, clock::get);

    private void report(int times) {
        for (int i = 0; i < times; i++) {
            reports.report("GET /x", new IllegalStateException("broken"));
        }
    }

    @Test
    void errorsBeyondTheBoundAreCountedAndToldTogetherInALaterMinute() {
        report(ErrorReports.MAX_REPORTS + 30);
        assertEquals(ErrorReports.MAX_REPORTS, told.size());
        clock.addAndGet(ErrorReports.WINDOW_NS - 1);
        report(1);
        assertEquals(ErrorReports.MAX_REPORTS, told.size());
        clock.incrementAndGet();
        told.clear();
        report(1);
        assertEquals(
                List.of(
                        "the server: errors were not reported, since there were too many count=31 maxPerMinute=20",
                        "GET /x: broken"),
                told);
        assertEquals(ErrorReports.MAX_REPORTS + 32, counters.counts(0).errors());
    }

    @Test
    void fewErrorsAreAllTold() {
        report(ErrorReports.MAX_REPORTS);
        clock.addAndGet(ErrorReports.WINDOW_NS);
        report(1);
        assertEquals(ErrorReports.MAX_REPORTS + 1, told.size());
    }
}
