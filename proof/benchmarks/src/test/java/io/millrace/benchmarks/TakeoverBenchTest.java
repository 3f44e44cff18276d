package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.Effort;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakeoverBenchTest {

    @TempDir
    Path directory;

    @Test
    void thePartsOfATakeoverAddUpToItsTime() throws Exception {
        TakeoverBench bench = TakeoverBench.of(Effort.SMOKE);
        SequencedMap<String, List<Long>> parts = bench.measure(directory);
        List<Long> first = parts.values().stream().map(List::getFirst).toList();
        assertEquals(6, first.size(), parts::toString);
        long sum = first.subList(0, 4).stream().mapToLong(ms -> ms).sum();
        assertEquals(first.get(4), sum, parts::toString);
        assertTrue(first.get(4) > 0 && first.get(5) >= first.get(4), parts::toString);
        List<String> lines = bench.table(parts).lines().toList();
        assertEquals("1,000 calls/s, killed after 100 or more, 1 rounds", lines.getFirst());
        assertTrue(lines.getLast().matches("from the kill +" + first.get(5) + " +" + first.get(5)), lines::toString);
    }
}
