package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DiskCommandTest {
    private static final DiskMeasure.Times SLOW = new DiskMeasure.Times(new long[] {900_000, 1_000_000}, 2_000_000);
    private static final DiskMeasure.Times INSTANT = new DiskMeasure.Times(new long[] {800, 900}, 2_000);

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new DiskCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(args);
    }

    @Test
    void eachRowIsMeasured() throws Exception {
        StringWriter rows = new StringWriter();
        DiskVerdict verdict = new DiskMeasure(directory, 1_000_000, row -> rows.append(row + "\n")).run();
        assertEquals(16, rows.toString().lines().count(), rows::toString);
        assertTrue(rows.toString().matches("(?s)forced writes .*\\n65536 B +16 .*\\nSYNCED journal, 256 B +16 .*"));
        assertTrue(verdict.lines().stream().anyMatch(line -> line.startsWith("MAPPED: ")));
    }

    @Test
    void aForceThatNoDeviceMakesIsNotTrusted() throws IOException {
        assertFalse(new DiskVerdict(directory, INSTANT, SLOW, SLOW, 16).isTrusted());
        List<String> lines = new DiskVerdict(directory, INSTANT, SLOW, SLOW, 16).lines();
        assertTrue(lines.stream().anyMatch(line -> line.contains("may be lost") || line.contains("in memory")));
    }

    @Test
    void aDirectoryInMemoryIsNotTrusted() throws IOException {
        Path memory = Path.of("/dev/shm");
        if (Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs")) {
            assertFalse(new DiskVerdict(memory, SLOW, SLOW, SLOW, 16).isTrusted());
            assertTrue(
                    new DiskVerdict(memory, SLOW, SLOW, SLOW, 16).lines().get(2).contains("in memory"));
        }
    }

    @Test
    void wrongSecondsAreRefused() {
        assertEquals(2, run("--seconds", "0"));
        assertTrue(out.toString().contains("--seconds must be 1 to 600 value=0"), out.toString());
        assertEquals(2, run("--seconds", "x"));
    }

    @Test
    void aDirectoryThatIsAFileIsAnError() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertFalse(0 == run("--dir", file.toString()));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(file), left.toList());
        }
    }
}
