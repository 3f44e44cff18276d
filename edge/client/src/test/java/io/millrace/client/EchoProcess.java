package io.millrace.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** The topology in a process of its own, which can be killed. */
final class EchoProcess implements AutoCloseable {

    private final Process process;
    private final URI web;
    private final URI tcp;

    private EchoProcess(Process process, URI web, URI tcp) {
        this.process = process;
        this.web = web;
        this.tcp = tcp;
    }

    static EchoProcess start(Path data, int port, int tcpPort) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        EchoTopology.class.getName(),
                        data.toString(),
                        Integer.toString(port),
                        Integer.toString(tcpPort)))
                .redirectErrorStream(true)
                .start();
        StringBuilder output = new StringBuilder();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("clients: ")) {
                String[] addresses = line.split(" ", -1);
                return new EchoProcess(process, URI.create(addresses[1]), URI.create(addresses[2]));
            }
            output.append(line).append('\n');
        }
        throw new AssertionError("the process has ended: " + output);
    }

    /** Starts the same again, at the same ports. */
    EchoProcess again(Path data) throws IOException {
        return start(data, web.getPort(), tcp.getPort());
    }

    String address(String kind) {
        return kind.equals("tcp") ? tcp.toString() : web.toString();
    }

    /** Ends the process with SIGKILL and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.getInputStream().close();
        process.getErrorStream().close();
        process.getOutputStream().close();
    }
}
