package io.millrace.hdr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The exit codes of {@code outliers}, on a real recording of this JVM and on files that are none. */
@Tag("process")
class OutliersCommandTest {
    private static final String OPERATION = "io.millrace.hdr.test.Operation";

    @TempDir
    private static Path directory;

    private static Path recording;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Name(OPERATION)
    private static final class Operation extends Event {}

    @BeforeAll
    static void record() throws IOException {
        recording = directory.resolve("operations.jfr");
        try (Recording made = new Recording()) {
            made.enable(OPERATION).withThreshold(Duration.ZERO);
            made.start();
            for (int i = 0; i < 3; i++) {
                Operation operation = new Operation();
                operation.begin();
                long beginNs = System.nanoTime();
                while (System.nanoTime() - beginNs < 10_000) {
                    Thread.onSpinWait(); // an event without a duration would not be listed
                }
                operation.commit();
            }
            made.stop();
            made.dump(recording);
        }
    }

    private int run(Object... arguments) {
        CommandLine outliers = OutliersCommand.commandLine();
        outliers.setOut(new PrintWriter(out, true));
        outliers.setErr(new PrintWriter(err, true));
        return outliers.execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }

    @Test
    void aRecordingIsShownWithCodeZero() {
        assertEquals(0, run(recording), err::toString);
        assertTrue(out.toString().lines().anyMatch(line -> line.startsWith(OPERATION + " ")), out::toString);
        assertEquals(0, run(recording, "--event", OPERATION, "--over", "0ns"), err::toString);
        assertTrue(out.toString().contains("of 3 operations took longer than 0.000 us"), out::toString);
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "ten ms", "-1ms", "1h", ""})
    void aTimeThatIsNoneIsUsage(String over) {
        assertEquals(2, run(recording, "--event", OPERATION, "--over=" + over));
        assertEquals("millrace: not a duration --over=" + over + " example=10ms\n", err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void anEventThatWasNotRecordedIsUsageAndTheOthersAreNamed() {
        assertEquals(2, run(recording, "--event", "com.example.Nothing"));
        assertTrue(err.toString().startsWith("millrace: "), err::toString);
        assertTrue(err.toString().contains("com.example.Nothing"), err::toString);
        assertTrue(err.toString().contains(OPERATION), err::toString);
    }

    @Test
    void aCommandLineWithoutARecordingIsUsage() {
        assertEquals(2, run());
        assertEquals(2, run(recording, "--evnt", OPERATION));
        assertEquals(2, run(recording, recording));
    }

    @Test
    void aRecordingThatIsNotThereIsUsage() {
        Path absent = directory.resolve("absent.jfr");
        for (Path file : new Path[] {absent, directory}) {
            err.getBuffer().setLength(0);
            assertEquals(2, run(file), err::toString);
            assertTrue(
                    err.toString().startsWith("millrace: the recording cannot be read file=" + file + " reason="),
                    err::toString);
        }
    }

    @Test
    void aFileThatIsNoWholeRecordingIsDamaged() throws IOException {
        byte[] whole = Files.readAllBytes(recording);
        Path text = Files.writeString(directory.resolve("text.jfr"), "no recording");
        Path empty = Files.write(directory.resolve("empty.jfr"), new byte[0]);
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length / 2));
        for (Path file : new Path[] {text, empty, cut}) {
            for (Object[] arguments : new Object[][] {{file}, {file, "--event", OPERATION}}) {
                err.getBuffer().setLength(0);
                assertEquals(3, run(arguments), () -> file + " " + err);
                assertTrue(
                        err.toString().startsWith("millrace: the recording is damaged or none file=" + file),
                        err::toString);
            }
        }
    }

    @Test
    void whatCannotBePrintedIsAnError() throws Exception {
        for (String command : new String[] {"outliers", "hdr"}) {
            Process process = JavaCommand.of(
                            Millrace.class, command, command.equals("hdr") ? "--help" : recording.toString())
                    .builder()
                    .redirectOutput(Path.of("/dev/full").toFile())
                    .redirectError(directory.resolve("err").toFile())
                    .start();
            assertEquals(1, process.waitFor(), command);
            assertEquals(
                    "millrace: cannot write to standard output reason=No space left on device\n",
                    Files.readString(directory.resolve("err")),
                    command);
        }
    }
}
