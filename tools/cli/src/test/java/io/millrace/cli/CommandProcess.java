package io.millrace.cli;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command in a process of its own, whose class path lacks the classes of the tests. */
final class CommandProcess {

    private CommandProcess() {}

    static List<String> command(String... arguments) {
        return JavaCommand.millrace(arguments).withoutTestClasses().words();
    }

    /** Starts a command in a directory, with a file as its standard input. */
    static TestProcess start(Path directory, Path input, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("env", "--default-signal=INT")); // a build may run with it ignored
        whole.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(whole).directory(directory.toFile()).redirectInput(input.toFile());
        return TestProcess.start(directory, builder);
    }

    static TestProcess start(Path directory, String... arguments) throws IOException {
        return start(directory, Path.of("/dev/null"), command(arguments));
    }

    static TestProcess.Ended run(Path directory, String... arguments) throws IOException {
        try (TestProcess process = start(directory, arguments)) {
            return process.awaitEnd();
        }
    }
}
