package io.millrace.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the class path of the tests. */
final class ChildProcess {
    private ChildProcess() {}

    static Process start(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the process has printed a line. */
    static void awaitLine(Process process, String line) {
        List<String> printed = new ArrayList<>();
        try {
            BufferedReader reader = process.inputReader();
            for (String next = reader.readLine(); next != null; next = reader.readLine()) {
                if (next.equals(line)) {
                    return;
                }
                printed.add(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("the process ended before it printed " + line + ": " + printed);
    }

    static void kill(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
