package io.millrace.console.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProvider;
import io.millrace.cli.Millrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command in a process of its own, whose output is a full disk. */
class ConsoleCommandTest {
    @TempDir
    private Path directory;

    private record Ended(int code, String err) {}

    private Ended toFullDisk(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Millrace.class.getName()));
        command.addAll(List.of(arguments));
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(err.toFile())
                .start();
        return new Ended(process.waitFor(), Files.readString(err));
    }

    @Test
    void theCommandIsFoundByTheServiceLoader() {
        assertTrue(ServiceLoader.load(CommandProvider.class).stream()
                .flatMap(provider -> provider.get().commands().stream())
                .anyMatch(command -> command instanceof CommandLine line
                        && line.getCommandName().equals("console")));
    }

    /** It would otherwise serve a page at an address that no user knows. */
    @Test
    void anAddressThatCannotBePrintedEndsTheCommand() throws Exception {
        Ended ended = toFullDisk("console", directory.toString(), "--port=0");
        assertEquals(1, ended.code(), ended.err());
        assertEquals("millrace: cannot write to standard output reason=No space left on device\n", ended.err());
    }
}
