package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleCostTest {
    @TempDir
    private Path directory;

    @Test
    void everyObserverHasAFigureAndNothingIsLeft() throws Exception {
        List<String> lines =
                ConsoleCost.of(Effort.SMOKE).measure(directory).lines().toList();
        for (Observer observer : Observer.values()) {
            String cost = observer == Observer.NONE ? "" : " +-?[0-9.]+ +-?[0-9.]+ to -?[0-9.]+";
            assertEquals(
                    1,
                    lines.stream()
                            .filter(line -> line.matches(observer.text() + " +[0-9.]+" + cost + " +-?[0-9.]+"))
                            .count(),
                    lines::toString);
        }
        assertTrue(
                lines.getLast().matches("memory of the server for a page, of 4: median -?[0-9.]+ KiB, .*"),
                lines::toString);
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
