package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The intervals of a report, by the t distribution over a few runs. */
class HarnessReportTest {
    private static final String TAG = "op-rt";

    /** Returns the last cell of the row of the median, for runs of one value each. */
    private static String interval(long... valuesNs) {
        List<RunResult> runs = Arrays.stream(valuesNs)
                .mapToObj(valueNs -> {
                    Histogram histogram = LatencyRecorder.newHistogram();
                    histogram.recordValue(valueNs);
                    return new RunResult(1, 1, 0, 0, 0, 0, 0, 1_000, Double.NaN, Map.of(TAG, histogram));
                })
                .toList();
        String table = new HarnessReport(HarnessOptions.at(Rate.perSecond(1)), runs).table(TAG);
        String row = table.lines()
                .filter(line -> line.startsWith("p50 "))
                .findFirst()
                .orElseThrow();
        return row.substring(row.lastIndexOf("  ") + 2);
    }

    @Test
    void anIntervalAsWideAsItsMeanSaysThatThereAreTooFewRuns() {
        assertEquals("too few runs to tell", interval(1_000, 2_000));
        assertEquals("too few runs to tell", interval(1_000, 1_180)); // 1,090 with 12.706 * 90
    }

    @Test
    void aNarrowerIntervalIsAShareOfTheMean() {
        assertEquals("+-94.1 %", interval(1_000, 1_160)); // 1,080 with 12.706 * 80
        assertEquals("+-0.0 %", interval(1_000, 1_000));
        assertEquals("of one run none", interval(1_000));
    }
}
