package io.millrace.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the class path of the tests. */
final class ChildProcess {
    private ChildProcess() {}

    static Process start(Class<?> main, String... arguments) throws IOException {
        return startWith(List.of(), main, arguments);
    }

    /** Starts it with further options of the JVM. */
    static Process startWith(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Waits until the process has printed a line. */
    static void awaitLine(Process process, String line) throws IOException {
        BufferedReader reader = process.inputReader();
        List<String> printed = new ArrayList<>();
        for (String next = reader.readLine(); next != null; next = reader.readLine()) {
            if (next.equals(line)) {
                return;
            }
            printed.add(next);
        }
        throw new AssertionError("the process ended before it printed " + line + ": " + printed);
    }
}
