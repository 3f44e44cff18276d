package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The {@code millrace} command in a process of its own. */
final class MarketProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 300;

    private final Process process;
    private final Path output;

    private MarketProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts the command; what it prints, also to standard error, goes to a file beside the data. */
    static MarketProcess start(Path directory, String... arguments) throws IOException {
        return start(List.of(), directory, arguments);
    }

    /** Starts the command by another one, which is given it as its last arguments. */
    static MarketProcess start(List<String> by, Path directory, String... arguments) throws IOException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        List<String> command = new ArrayList<>(by);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // The run is short, so the first compiler is the faster one.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.millrace.cli.Millrace"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new MarketProcess(process, output);
    }

    /** Runs the market to its end, with further arguments. */
    static MarketProcess startMarket(Path directory, Path data, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("run", "market.yaml", "--data", data.toString()));
        all.addAll(List.of(arguments));
        return start(directory, all.toArray(String[]::new));
    }

    /** Waits for the end and returns the exit code. */
    int await() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "it does not end: " + output());
        return process.exitValue();
    }

    /** Waits for a successful end, and returns the output. */
    String awaitWell() throws InterruptedException {
        int code = await();
        assertTrue(code == 0, () -> "code=" + code + " output=" + output());
        return output();
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

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Sends SIGKILL. */
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
