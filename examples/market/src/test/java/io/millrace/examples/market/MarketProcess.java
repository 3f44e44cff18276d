package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@code millrace} command in a process of its own, whose output and standard error are one. */
final class MarketProcess implements AutoCloseable {

    private final TestProcess process;

    private MarketProcess(TestProcess process) {
        this.process = process;
    }

    /** Starts the command; what it prints goes to a file beside the data. */
    static MarketProcess start(Path directory, String... arguments) throws IOException {
        return start(List.of(), directory, arguments);
    }

    /** Starts the command by another one, which is given it as its last arguments. */
    static MarketProcess start(List<String> by, Path directory, String... arguments) throws IOException {
        ProcessBuilder builder = JavaCommand.millrace(arguments)
                .startedBy(by.toArray(String[]::new))
                .builder()
                .redirectErrorStream(true);
        return new MarketProcess(TestProcess.start(directory, builder));
    }

    /** Runs the market to its end, with further arguments. */
    static MarketProcess startMarket(Path directory, Path data, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("run", "market.yaml", "--data", data.toString()));
        all.addAll(List.of(arguments));
        return start(directory, all.toArray(String[]::new));
    }

    /** Waits for the end and returns the exit code. */
    int await() {
        return process.awaitEnd().code();
    }

    /** Waits for a successful end, and returns the output. */
    String awaitWell() {
        int code = await();
        assertTrue(code == 0, () -> "code=" + code + " output=" + output());
        return output();
    }

    String output() {
        return process.output();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.terminate();
    }

    /** Sends SIGKILL. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
