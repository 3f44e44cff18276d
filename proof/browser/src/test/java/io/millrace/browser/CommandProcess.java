package io.millrace.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code millrace} command in a process of its own. */
final class CommandProcess implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final Path output;

    private CommandProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts the command; what it prints, also to standard error, goes to a file in the directory. */
    static CommandProcess start(Path directory, String... arguments) throws IOException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.millrace.cli.Millrace"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new CommandProcess(process, output);
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the output has what a pattern finds, and returns its first group. */
    String await(Pattern pattern) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < PATIENCE_NS) {
            boolean hasEnded = !isAlive(); // read before the output, which is complete then
            Matcher found = pattern.matcher(output());
            if (found.find()) {
                return found.group(1);
            }
            if (hasEnded) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("it did not print " + pattern + " but " + output());
    }

    /** Waits until the process ends by itself, and returns its exit code. */
    int await() throws InterruptedException {
        if (!process.waitFor(PATIENCE_NS, TimeUnit.NANOSECONDS)) {
            throw new AssertionError("it has not ended: " + output());
        }
        return process.exitValue();
    }

    /** Ends the process with SIGKILL and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
