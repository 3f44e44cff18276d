package io.millrace.kafka.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The process of a {@link KafkaBroker}, on ports that stay the same for its directory. */
final class BrokerProcess implements AutoCloseable {
    private static final String PORTS = "ports.txt";
    private static final String ERRORS = "errors.txt";

    private final Path directory;
    private final int port;
    private final Process process;

    private BrokerProcess(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /** Starts the broker of a directory and waits until it is ready. */
    static BrokerProcess start(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<String> ports = ports(directory.resolve(PORTS));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        KafkaBroker.class.getName(),
                        directory.resolve("logs").toString(),
                        ports.get(0),
                        ports.get(1))
                .redirectError(directory.resolve(ERRORS).toFile())
                .start();
        BrokerProcess broker = new BrokerProcess(directory, Integer.parseInt(ports.get(0)), process);
        broker.awaitReady();
        return broker;
    }

    /** Returns the ports of a broker: those of its last start, or free ones. */
    private static List<String> ports(Path file) throws IOException {
        if (!Files.exists(file)) {
            InetAddress here = InetAddress.getLoopbackAddress();
            try (ServerSocket one = new ServerSocket(0, 1, here);
                    ServerSocket other = new ServerSocket(0, 1, here)) {
                Files.writeString(file, one.getLocalPort() + "\n" + other.getLocalPort() + "\n");
            }
        }
        return Files.readAllLines(file);
    }

    private void awaitReady() throws IOException {
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.equals("ready")) {
                return;
            }
        }
        throw new IOException("the broker has ended directory=" + directory + " output="
                + Files.readString(directory.resolve(ERRORS), StandardCharsets.UTF_8));
    }

    String servers() {
        return "127.0.0.1:" + port;
    }

    /** Kills the process, as a loss of the machine would, and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close(); // its standard input, whose end ends it
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
                process.destroyForcibly();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
