package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.fixtures.TestProcess.Ended;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * The command in this process, which takes a fraction of the time of a process of its own. What it leaves open fails
 * its test. What a process alone can show, as that no class of the tests is needed, has {@link CommandProcess}.
 */
final class CommandCall {

    private CommandCall() {}

    /** Runs the command with nothing on its standard input; paths are relative to the module. */
    static Ended run(String... arguments) {
        return runOn("", arguments);
    }

    /** Runs the command on a text. */
    static Ended runOn(String input, String... arguments) {
        return runOn(input.getBytes(UTF_8), arguments);
    }

    /** Runs the command on bytes. */
    static Ended runOn(byte[] input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(input),
                new Output(out),
                new PrintStream(err, true, UTF_8),
                new Terminal(false, false, false));
        int code = Millrace.run(console, arguments);
        return new Ended(code, out.toString(UTF_8), err.toString(UTF_8));
    }
}
