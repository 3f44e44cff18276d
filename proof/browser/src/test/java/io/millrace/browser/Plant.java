package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A topology of the tests that runs with a console, in a process that can be killed and started again. */
final class Plant implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(180);

    private final Path directory;
    private final Path file;
    private final int rate;
    private final int port;
    private TestProcess process;

    private Plant(Path directory, Path file, int rate, int port) {
        this.directory = directory;
        this.file = file;
        this.rate = rate;
        this.port = port;
    }

    /** Starts a topology that is a resource of this package; each source makes {@code rate} items a second. */
    static Plant start(Path directory, String resource, int rate) throws Exception {
        return start(directory, file(directory, resource), rate);
    }

    /** Starts the topology of a file. */
    static Plant start(Path directory, Path file, int rate) throws Exception {
        Plant plant = new Plant(directory, file, rate, FreePorts.next());
        plant.start();
        return plant;
    }

    /** Copies a topology that is a resource of this package into a directory. */
    static Path file(Path directory, String resource) throws IOException {
        Path file = directory.resolve(resource);
        try (InputStream in = Plant.class.getResourceAsStream(resource)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    /** Starts the process and waits until its page is there. */
    void start() throws Exception {
        process = JavaCommand.millrace(
                        "run",
                        file.toString(),
                        "--data",
                        directory.resolve("data-" + file.getFileName()).toString(),
                        "--rate",
                        Integer.toString(rate),
                        "--console",
                        Integer.toString(port))
                .withFlags("-Xmx256m")
                .start(directory);
        long start = System.nanoTime();
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (!answers(client)) {
                assertTrue(process.isAlive(), () -> "the run has ended: " + process.output());
                assertTrue(System.nanoTime() - start < PATIENCE_NS, () -> "no page: " + process.output());
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    private boolean answers(HttpClient client) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address() + "api/run")).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (ConnectException notYet) {
            return false;
        }
    }

    void kill() {
        process.kill();
    }

    /** Returns the address of the page, with a slash at its end. */
    String address() {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public void close() {
        process.close();
    }
}
