package io.millrace.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.topology.HealthState;
import io.millrace.topology.TopologyHealth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports the health of a run to probes: in a file that is replaced every second, or over HTTP. Closing writes the file
 * a last time.
 */
final class HealthReport implements AutoCloseable {
    private static final long EVERY_MS = 1_000;
    private static final int MAX_PORT = 65_535;
    private static final Pattern SOCKET = Pattern.compile("(?:([^/]*):)?([0-9]{1,5})");

    private final Console console;
    private final Supplier<TopologyHealth> health;

    /** Null if there is a socket instead. */
    private final Path file;

    private HttpServer server;
    private Thread writer;
    private boolean failed;

    private HealthReport(Console console, Supplier<TopologyHealth> health, Path file) {
        this.console = console;
        this.health = health;
        this.file = file;
    }

    /**
     * Checks the value of the option, before anything is waited for.
     *
     * @throws InputException where it can be neither a file nor a socket
     */
    static void check(String where) {
        Matcher socket = SOCKET.matcher(where);
        if (!socket.matches()) {
            Path folder = Path.of(where).toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                throw new InputException("--health is in a directory that does not exist file=" + where);
            }
        } else if (Integer.parseInt(socket.group(2)) > MAX_PORT) {
            throw new InputException(
                    "--health has an invalid port port=" + Integer.parseInt(socket.group(2)) + " max=" + MAX_PORT);
        }
    }

    /**
     * Starts reporting, in a file or on {@code PORT} or {@code HOST:PORT}; a port alone is reachable from this machine
     * only.
     */
    static HealthReport start(Console console, String where, Supplier<TopologyHealth> health) {
        Matcher socket = SOCKET.matcher(where);
        if (!socket.matches()) {
            HealthReport report =
                    new HealthReport(console, health, Path.of(where).toAbsolutePath());
            report.startFile();
            return report;
        }
        check(where);
        int port = Integer.parseInt(socket.group(2));
        HealthReport report = new HealthReport(console, health, null);
        report.listen(socket.group(1), port);
        return report;
    }

    private void listen(String host, int port) {
        try {
            InetAddress address =
                    host == null || host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
            server = HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (IOException e) {
            throw new InputException("--health cannot listen host=" + host + " port=" + port + " reason=" + e, e);
        }
        server.createContext("/live", exchange -> answer(exchange, HealthState::isLive));
        server.createContext("/ready", exchange -> answer(exchange, HealthState::isReady));
        server.start();
    }

    /** Returns the port that is listened on. */
    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, Predicate<HealthState> good) throws IOException {
        try (exchange) {
            TopologyHealth now = health.get();
            byte[] body = HealthJson.of(now).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(good.test(now.state()) ? 200 : 503, isHead ? -1 : body.length);
            if (!isHead) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void startFile() {
        try {
            write();
        } catch (IOException e) {
            throw new InputException("cannot write --health file=" + file + " reason=" + e, e);
        }
        writer = Thread.ofPlatform().daemon().name("millrace-health").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(EVERY_MS);
                tryWrite();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is closed
        }
    }

    /** Reports once that the file cannot be written; the file then grows old and counts as not healthy. */
    private void tryWrite() {
        try {
            write();
            failed = false;
        } catch (IOException | RuntimeException e) {
            if (!failed) {
                console.err().println("millrace: the health cannot be written file=" + file + " reason=" + e);
            }
            failed = true;
        }
    }

    private void write() throws IOException {
        Path partial = file.resolveSibling("." + file.getFileName() + ".partial");
        try {
            Files.writeString(partial, HealthJson.of(health.get()));
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            return;
        }
        writer.interrupt();
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        tryWrite();
    }
}
