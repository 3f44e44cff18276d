package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    @TempDir
    Path directory;

    @Test
    void figuresCrossTheFileUnchangedAndInOrder() throws IOException {
        Figures figures = new Figures();
        figures.report("read 40 B", 1.0 / 3);
        figures.report("append 40 B", List.of(3e9, 1e9, 2e9));
        Path file = directory.resolve("figures");
        figures.writeTo(file);
        Figures read = Figures.readFrom(file);
        assertEquals(figures.rounds(), read.rounds());
        assertEquals(2e9, read.value("append 40 B"));
        assertEquals(List.of(1.0 / 3), read.rounds("read 40 B"));
        assertEquals(
                List.of("read 40 B", "append 40 B"), List.copyOf(read.rounds().keySet()));
    }

    @Test
    void aFileCutShortIsAnError() throws IOException {
        Path file = directory.resolve("figures");
        Files.writeString(file, "read 40 B\t12.5\n");
        assertThrows(BenchmarkException.class, () -> Figures.readFrom(file));
    }

    @Test
    void aFigureGivenTwiceMissingOrNotFiniteIsAnError() {
        Figures figures = new Figures();
        figures.report("a", 1);
        assertThrows(BenchmarkException.class, () -> figures.report("a", 2));
        assertThrows(BenchmarkException.class, () -> figures.report("b", Double.NaN));
        assertThrows(BenchmarkException.class, () -> figures.report("d", List.of()));
        BenchmarkException missing = assertThrows(BenchmarkException.class, () -> figures.value("c"));
        assertTrue(missing.getMessage().contains("name=c"), missing.getMessage());
    }
}
