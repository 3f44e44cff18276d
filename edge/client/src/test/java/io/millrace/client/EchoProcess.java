package io.millrace.client;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The topology in a process of its own, which can be killed. */
final class EchoProcess implements AutoCloseable {

    private final Class<?> program;
    private final TestProcess process;
    private final URI web;
    private final URI tcp;

    private EchoProcess(Class<?> program, TestProcess process, URI web, URI tcp) {
        this.program = program;
        this.process = process;
        this.web = web;
        this.tcp = tcp;
    }

    static EchoProcess start(Path data, int port, int tcpPort) throws IOException {
        return start(EchoTopology.class, data, port, tcpPort);
    }

    /** Starts a program that takes a data directory and two ports, and says where it listens. */
    static EchoProcess start(Class<?> program, Path data, int port, int tcpPort) throws IOException {
        TestProcess process = JavaCommand.of(
                        program, data.toString(), Integer.toString(port), Integer.toString(tcpPort))
                .withFlags("-Xmx128m")
                .withArchive("topology")
                .start(data.toAbsolutePath().getParent());
        String[] addresses =
                process.await(Pattern.compile("clients: (\\S+ \\S+)")).split(" ", -1);
        return new EchoProcess(program, process, URI.create(addresses[0]), URI.create(addresses[1]));
    }

    /** Starts the same again, at the same ports. */
    EchoProcess again(Path data) throws IOException {
        return start(program, data, web.getPort(), tcp.getPort());
    }

    String address(String kind) {
        return kind.equals("tcp") ? tcp.toString() : web.toString();
    }

    /** Ends the process with SIGKILL and waits for its end. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.finish();
    }
}
