package io.millrace.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jcstress.Main;

/**
 * Runs the program of jcstress with all its processes, compilers and randomised compilations, in one of its modes such
 * as {@code quick} or {@code default}, for minutes or hours. Its report is in {@code target/jcstress}. It skips tests
 * with more threads than processors.
 */
@EnabledIfSystemProperty(named = "millrace.jcstress.options", matches = ".+")
@Tag("process")
@Tag("proof")
class LongRunTest {

    @Test
    void nothingForbiddenIsSeen() throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "jcstress"));
        Path output = folder.resolve("output.txt");
        Process process = JavaCommand.of(
                        Main.class, "-r", "report", "-jvmArgsPrepend", "--enable-native-access=ALL-UNNAMED")
                .withArguments(System.getProperty("millrace.jcstress.options").split(" ", -1))
                .withOnlyFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exitValue;
        try {
            exitValue = process.waitFor();
        } finally {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        assertEquals(0, exitValue, "output=" + output.toAbsolutePath());
        assertTrue(
                Pattern.compile("\\(Results: (\\d+) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs\\)")
                        .matcher(text)
                        .find(),
                "output=" + output.toAbsolutePath());
    }
}
