package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProvider;
import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("engine")
@Tag("process")
class BenchCommandTest {
    @Test
    void theMillraceCommandFindsIt() {
        assertTrue(ServiceLoader.load(CommandProvider.class).stream()
                .flatMap(provider -> provider.get().commands().stream())
                .anyMatch(command -> command instanceof CommandLine line
                        && line.getCommandName().equals("bench")));
    }

    @Test
    void anUnknownSuiteIsAnErrorThatNamesTheKnownOnes() {
        assertRefused("name=jornal known=[journal, method, wire, ", "jornal");
    }

    @Test
    void figuresThatCouldNotBeWrittenAreNotMeasured() {
        for (String option : List.of("--json", "--plot")) {
            String file = "/no/such/folder/figures";
            assertRefused("cannot write file=" + file, "growth", "--quick", option, file);
        }
    }

    @Test
    void theCommandRefusesCasesThatItCannotChoose() {
        assertRefused("no case matches regex=[brust] suite=burst", "burst", "--case", "brust");
        assertRefused("this suite is measured as a whole name=regions", "regions", "--case", "x");
        assertRefused("curves need all cases --plot=a.svg", "growth", "--case", "10", "--plot", "a.svg");
        assertRefused("--case", "burst", "--case", "[");
    }

    @Test
    void numbersOfForksThatCannotBeStartedAreRefused() {
        assertRefused("the number of forks is not from 1 to 1000 --forks=0", "queues", "--quick", "--forks", "0");
        assertRefused("this suite has no sides in forks name=regions --forks=5", "regions", "--forks", "5");
        assertRefused(
                "a heap is from 1k to 999g, a number with k, m or g after it --heap=2x", "queues", "--heap", "2x");
        assertRefused("this suite has no sides in forks name=regions --heap=2g", "regions", "--heap", "2g");
    }

    private static void assertRefused(String sentence, String... arguments) {
        StringWriter err = new StringWriter();
        int code = BenchCommand.commandLine().setErr(new PrintWriter(err)).execute(arguments);
        assertEquals(CommandLine.ExitCode.USAGE, code);
        assertTrue(err.toString().contains(sentence), err.toString());
    }

    @Test
    void helpThatCannotBePrintedIsAnError(@TempDir Path directory) throws Exception {
        Process process = JavaCommand.of(Millrace.class, "bench", "--help")
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        assertEquals(1, process.waitFor());
        assertEquals(
                "millrace: cannot write to standard output reason=No space left on device\n",
                Files.readString(directory.resolve("err")));
    }
}
