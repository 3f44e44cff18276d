package io.millrace.prove;

import io.millrace.cli.Millrace;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The process of a round of {@link PortsProof}, which is killed and started again at the same ports. */
final class PortsProcess implements AutoCloseable {

    private static final int SHOWN_OF_ERRORS = 3_000;
    private static final String LOOPBACK = "127.0.0.1";
    private static final int PORTS = 3;
    private static final long LOOK_NS = 5_000_000;
    private static final int TIMEOUT_MS = 5_000;
    private static final String RATE = "200";

    private final Path directory;
    private final ProcessClasses classes;
    private final Path topology;
    private final int[] ports;
    private final LinkProxy web;
    private final LinkProxy tcp;
    private Process process;

    private PortsProcess(
            Path directory, ProcessClasses classes, Path topology, int[] ports, LinkProxy web, LinkProxy tcp) {
        this.directory = directory;
        this.classes = classes;
        this.topology = topology;
        this.ports = ports;
        this.web = web;
        this.tcp = tcp;
    }

    /** Prepares the process of a plan, and the proxies by which clients reach it. */
    static PortsProcess of(Path directory, ProcessClasses classes, PortsPlan plan) throws IOException {
        Files.createDirectories(directory);
        int[] ports = new int[PORTS];
        List<ServerSocket> taken = new ArrayList<>();
        for (int port = 0; port < ports.length; port++) {
            ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            taken.add(free);
            ports[port] = free.getLocalPort();
        }
        LinkProxy web = LinkProxy.start(LOOPBACK, ports[0]);
        LinkProxy tcp = LinkProxy.start(LOOPBACK, ports[1]);
        for (ServerSocket socket : taken) {
            socket.close();
        }
        Path file = directory.resolve("ports.yaml");
        PortsPlaces places = new PortsPlaces(
                new LinkedHashMap<>(),
                "",
                Map.of(),
                ProofRows.inFile(directory.resolve("data"), PortsPlan.TABLES).url(),
                ports[0],
                List.of(web.port()),
                ports[1],
                ports[2],
                "backoff");
        Files.writeString(file, plan.topology(places));
        return new PortsProcess(directory, classes, file, ports, web, tcp);
    }

    /** Returns the port for clients over WebSocket, without a proxy. */
    int port() {
        return ports[0];
    }

    /** Returns the address for clients over WebSocket. */
    String webAddress() {
        return "ws://" + LOOPBACK + ":" + web.port();
    }

    /** Returns the address for clients over TCP. */
    String tcpAddress() {
        return "tcp://" + LOOPBACK + ":" + tcp.port();
    }

    /** Hinders all connections of clients for a time. */
    void hinder(LinkProxy.State state, int pauseMs) throws InterruptedException {
        web.set(state);
        tcp.set(state);
        TimeUnit.MILLISECONDS.sleep(pauseMs);
        web.set(LinkProxy.State.PASS);
        tcp.set(LinkProxy.State.PASS);
    }

    Path data() {
        return directory.resolve("data");
    }

    void start() throws IOException {
        List<String> arguments = List.of("run", topology.toString(), "--data", data().toString(), "--rate", RATE);
        process = JavaCommand.start(classes, classes.options(), Millrace.class, arguments, errors());
        process.getInputStream().close(); // what it prints is of no use
    }

    private Path errors() {
        return directory.resolve("errors.txt");
    }

    /** Fails where the process has ended by itself. */
    void expectAlive() throws IOException {
        if (!process.isAlive()) {
            String text = Files.readString(errors());
            throw new ProofException("the run has ended by itself exit=" + process.exitValue() + " errors="
                    + text.substring(Math.max(0, text.length() - SHOWN_OF_ERRORS)));
        }
    }

    /** Ends the process with SIGKILL. */
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Waits until the server for clients takes connections. */
    void awaitClients() throws IOException {
        while (true) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), ports[0])) {
                return;
            } catch (ConnectException notYet) {
                expectAlive();
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    /** Returns how much the console and the meters have said; 0 where the run has no server at the moment. */
    int look() {
        return look(ports[2]);
    }

    /** Returns how much the console and the meters at a port have said. */
    static int look(int port) {
        int pages = 0;
        for (String path : List.of("/", "/metrics")) {
            try {
                URI address = URI.create(String.format(Locale.ROOT, "http://127.0.0.1:%d%s", port, path));
                HttpURLConnection connection =
                        (HttpURLConnection) address.toURL().openConnection();
                connection.setConnectTimeout(TIMEOUT_MS);
                connection.setReadTimeout(TIMEOUT_MS);
                pages += connection.getResponseCode() == HttpURLConnection.HTTP_OK ? 1 : 0;
                connection.disconnect();
            } catch (IOException e) {
                return pages; // it is being killed or started
            }
        }
        return pages;
    }

    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        web.close();
        tcp.close();
    }
}
