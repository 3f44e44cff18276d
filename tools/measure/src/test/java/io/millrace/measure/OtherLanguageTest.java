package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that we write are read by the ports of HdrHistogram to JavaScript and to Python, where those are installed. */
@Tag("process")
class OtherLanguageTest {
    @TempDir
    private Path directory;

    @Test
    void aLogIsReadInJavaScript() throws IOException, InterruptedException {
        assumeTrue(
                !output("node", "-e", "require.resolve('hdr-histogram-js')").startsWith("failed"),
                "no hdr-histogram-js: npm install hdr-histogram-js, and NODE_PATH set to its node_modules");
        assertRead("node", "read-log.js");
    }

    @Test
    void aLogIsReadInPython() throws IOException, InterruptedException {
        assumeTrue(
                !output("python3", "-c", "import hdrh").startsWith("failed"),
                "no hdrhistogram: pip install hdrhistogram, for the python3 of the PATH");
        assertRead("python3", "read-log.py");
    }

    /** Each port prints for each tag what it finds in all intervals together. */
    private void assertRead(String language, String program) throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path log = directory.resolve("run.hlog");
        List<String> expected = new ArrayList<>();
        try (IntervalLogWriter writer = IntervalLogWriter.open(log, 1_700_000_000_000L)) {
            for (String tag : List.of("read-rt", "write-st")) {
                Histogram total = LatencyRecorder.newHistogram();
                for (int i = 0; i < 20; i++) {
                    Histogram interval = LatencyRecorder.newHistogram();
                    for (int n = random.nextInt(1, 1_000); n > 0; n--) {
                        interval.recordValue(random.nextLong(LatencyRecorder.HIGHEST_NS) >>> random.nextInt(40));
                    }
                    writer.write(tag, i * 1_000L, 1_000, interval);
                    total.add(interval);
                }
                expected.add(tag + " " + total.getTotalCount() + " " + total.getValueAtPercentile(50) + " "
                        + total.getValueAtPercentile(99) + " " + total.getValueAtPercentile(99.9) + " "
                        + total.getMaxValue());
            }
        }
        Path script = directory.resolve(program);
        try (InputStream in = OtherLanguageTest.class.getResourceAsStream("/" + program)) {
            Files.write(script, in.readAllBytes());
        }
        String read = output(language, script.toString(), log.toString());
        assertEquals(expected, read.lines().toList(), "seed=" + seed);
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return "failed: " + e.getMessage();
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? output : "failed: " + output;
    }
}
