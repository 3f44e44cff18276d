package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProvider;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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
        StringWriter err = new StringWriter();
        int code = BenchCommand.commandLine().setErr(new PrintWriter(err)).execute("jornal");
        assertEquals(CommandLine.ExitCode.USAGE, code);
        assertTrue(err.toString().contains("name=jornal known=[journal, method, wire, "), err.toString());
    }

    @Test
    void figuresThatCouldNotBeWrittenAreNotMeasured() {
        for (String option : List.of("--json", "--plot")) {
            StringWriter err = new StringWriter();
            int code = BenchCommand.commandLine()
                    .setErr(new PrintWriter(err))
                    .execute("growth", "--quick", option, "/no/such/folder/figures");
            assertEquals(CommandLine.ExitCode.USAGE, code);
            assertTrue(err.toString().contains("cannot be written: file=/no/such/folder/figures"), err.toString());
        }
    }
}
