package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The command in a process of its own, whose class path lacks the classes of the tests. */
final class CommandProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final Path out;
    private final Path err;

    /** What a process has printed, and its exit code. */
    record Ended(int code, String out, String err) {
        /** The output, once the process has ended well; that it continues an earlier run may be said besides. */
        String well() {
            assertTrue(
                    code == 0 && err.matches("(Continuing in [^\n]*\n)?"),
                    () -> "code=" + code + " out=" + out + " err=" + err);
            return out;
        }
    }

    private CommandProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Where the classes of the tests are. */
    static Path testClasses() {
        return Path.of("target", "test-classes").toAbsolutePath();
    }

    static List<String> command(String... arguments) {
        String whole = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String classPath = Arrays.stream(whole.split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().equals(testClasses()))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                Millrace.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts the command in a directory, with a file as its standard input. */
    static CommandProcess start(Path directory, Path input, List<String> command) throws IOException {
        Path out = Files.createTempFile(directory, "output", ".txt");
        Path err = Files.createTempFile(directory, "errors", ".txt");
        List<String> whole = new ArrayList<>(List.of("env", "--default-signal=INT")); // a build may run with it ignored
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectInput(input.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new CommandProcess(process, out, err);
    }

    static CommandProcess start(Path directory, String... arguments) throws IOException {
        return start(directory, Path.of("/dev/null"), command(arguments));
    }

    static Ended run(Path directory, String... arguments) throws IOException, InterruptedException {
        try (CommandProcess process = start(directory, arguments)) {
            return process.await();
        }
    }

    Ended await() throws IOException, InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "it has not ended: " + errors());
        return new Ended(process.exitValue(), output(), errors());
    }

    String output() {
        return text(out);
    }

    String errors() {
        return text(err);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal such as {@code INT}. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Ends the process as a loss of it would: it gets no chance to do anything more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
