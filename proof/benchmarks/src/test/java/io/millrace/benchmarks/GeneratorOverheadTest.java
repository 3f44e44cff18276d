package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.Effort;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorOverheadTest {
    @Test
    void eachRateAndWayOfWaitingHasALineAndEachCostToo() {
        List<String> lines =
                GeneratorOverhead.of(Effort.SMOKE).measure().lines().toList();
        for (String rate : List.of("1000/s", "100000/s", "1000000/s")) {
            for (String waiting : List.of("spinning", "yielding")) {
                List<String> row = lines.stream()
                        .filter(line -> line.startsWith(waiting) && line.contains(" " + rate))
                        .toList();
                assertEquals(1, row.size(), lines.toString());
                String[] cells = row.getFirst().strip().split(" +", -1);
                long due = Long.parseLong(rate.substring(0, rate.length() - 2)) * 60 / 1_000;
                assertEquals(due, Long.parseLong(cells[cells.length - 1]), row.toString());
            }
        }
        for (String cost : List.of("by a schedule that is never kept", "closed loop", "of which a reading")) {
            List<String> row =
                    lines.stream().filter(line -> line.startsWith(cost)).toList();
            assertEquals(1, row.size(), lines.toString());
            assertTrue(row.getFirst().substring(cost.length()).matches(".* [1-9][0-9,]*( .*)?"), row.toString());
        }
    }
}
