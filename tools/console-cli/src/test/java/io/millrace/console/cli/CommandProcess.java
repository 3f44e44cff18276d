package io.millrace.console.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The {@code millrace} command in a process of its own, where exit codes and signals are real. */
final class CommandProcess implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NS = 10_000_000;
    private static final String CONSOLE = "console: ";
    private static final String CLIENTS = "clients: ";

    private final Process process;
    private final Path out;
    private final Path err;

    /** What a process has printed, and its exit code. */
    record Ended(int code, String out, String err) {}

    /** An answer of the page's server. */
    record Answer(int status, String type, String body) {}

    private CommandProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static CommandProcess start(Path directory, String... arguments) throws IOException {
        return to(Files.createTempFile(directory, "output", ".txt"), directory, arguments);
    }

    /** Starts a process whose output goes to a file. */
    static CommandProcess to(Path out, Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.millrace.cli.Millrace"));
        command.addAll(List.of(arguments));
        Path err = Files.createTempFile(directory, "errors", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new CommandProcess(process, out, err);
    }

    static Ended run(Path directory, String... arguments) throws IOException, InterruptedException {
        try (CommandProcess process = start(directory, arguments)) {
            return process.await();
        }
    }

    Ended await() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_NS, TimeUnit.NANOSECONDS)) {
            throw new AssertionError("it has not ended errors=" + Files.readString(err));
        }
        return new Ended(
                process.exitValue(), Files.isRegularFile(out) ? Files.readString(out) : "", Files.readString(err));
    }

    /** Waits for the line with the address, and returns it. */
    String announced() throws IOException {
        return announced(CONSOLE);
    }

    /** Waits for the line with the address of the server for clients, and returns it. */
    String announcedClients() throws IOException {
        return announced(CLIENTS);
    }

    /** Waits for a line that contains a text, and returns what follows the text. */
    String announced(String before) throws IOException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < PATIENCE_NS && process.isAlive()) {
            for (Path file : List.of(out, err)) {
                String printed = Files.readString(file);
                int start = printed.indexOf(before);
                int end = printed.indexOf('\n', Math.max(0, start));
                if (start >= 0 && end >= 0) {
                    return printed.substring(start + before.length(), end);
                }
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        throw new AssertionError("no address output=" + Files.readString(out) + Files.readString(err));
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Gets a path of the page's server. */
    static Answer get(URI uri, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            return new Answer(response.statusCode(), type, response.body());
        }
    }

    /** Ends the process with SIGKILL and waits for its end. */
    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
