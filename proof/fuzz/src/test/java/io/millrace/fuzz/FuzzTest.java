package io.millrace.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches for inputs that break a condition, guided by coverage, in a process of its own: a few seconds in every
 * build, longer with the command in {@code HACKING.md}.
 */
@Tag("process")
@Tag("proof")
class FuzzTest {
    private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";

    /** The target of the console connects to its own server, which this check of the fuzzer would report. */
    private static final String CONNECTIONS = "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

    private static final int TAIL_LINES = 60;

    /** The first input instruments all classes, which takes more than 20 seconds if other processes use the machine. */
    private static final int HANGS_AFTER_SECONDS = 120;

    /** At its end the fuzzer prints how many branches it has covered. */
    private static final Pattern LED_BY_COVERAGE = Pattern.compile("DONE +cov: [0-9]{3,}");

    @TempDir
    private Path directory;

    @Test
    void aSearchFindsNothing() throws Exception {
        String kept = System.getProperty("millrace.fuzz.corpus", "");
        Path corpus = kept.isEmpty() ? directory.resolve("corpus") : Path.of(kept);
        Files.createDirectories(corpus);
        List<byte[]> seeds = Fuzz.seeds();
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(corpus.resolve("seed-" + i), seeds.get(i));
        }
        Path output = directory.resolve("output");
        int code = jazzer(
                output,
                "-max_total_time=" + System.getProperty("millrace.fuzz.seconds"),
                corpus.toString(),
                CorpusTest.CORPUS.toAbsolutePath().toString());
        String tail = tail(output) + inputs();
        assertEquals(
                0,
                code,
                () -> "a new input breaks a condition; put the decoded Base64 below into " + CorpusTest.CORPUS
                        + " and repair the cause\n" + tail);
        assertTrue(tail.contains("Done "), tail);
        // A long search prints more lines after its last line of coverage than the tail has.
        assertTrue(LED_BY_COVERAGE.matcher(Files.readString(output)).find(), tail);
    }

    private int jazzer(Path output, String... arguments) throws IOException, InterruptedException {
        Process process = JavaCommand.of(
                        JAZZER,
                        "--target_class=" + Fuzz.class.getName(),
                        "--instrumentation_includes=io.millrace.**",
                        "--custom_hook_excludes=**",
                        "--disabled_hooks=" + CONNECTIONS,
                        "-timeout=" + HANGS_AFTER_SECONDS,
                        "-rss_limit_mb=2000",
                        "-max_len=4096",
                        "-print_final_stats=1",
                        "-artifact_prefix=" + directory + File.separator,
                        "--reproducer_path=" + directory)
                .withArguments(arguments)
                .withOnlyFlags(
                        "-XX:+EnableDynamicAgentLoading",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx512m",
                        "-Djava.io.tmpdir=" + directory)
                .builder()
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Returns the inputs that the fuzzer has stored; it prints only short ones itself. */
    private String inputs() throws IOException {
        StringBuilder shown = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().matches("(crash|timeout|oom)-.*")) {
                    shown.append('\n').append(file.getFileName()).append(" Base64: ");
                    shown.append(Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
                }
            }
        }
        return shown.toString();
    }

    private static String tail(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
