package io.millrace.net.cli;

import io.millrace.net.HostPort;
import io.millrace.net.Link;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import io.millrace.net.NetException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code net echo}: sends back what it receives. */
@Command(
        name = "echo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Listen, and send back every byte that is received, until the command is ended.",
            "Measure it with 'millrace load tcp:HOST:PORT'."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace net echo --listen 7000", "  millrace load tcp:127.0.0.1:7000 --rate 10000/s"})
final class EchoCommand implements Callable<Integer> {

    private static final int BUFFER_BYTES = 1 << 16;

    @Option(
            names = "--listen",
            paramLabel = "[HOST:]PORT",
            required = true,
            description = "Where to listen; without a host on loopback, with port 0 on any that is free.")
    private String listen;

    @Mixin
    private final LinkFlags flags = new LinkFlags();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        LinkOptions options = flags.options(spec).withErrorHandler(error -> {
            err.println(error.getMessage());
            err.flush();
        });
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (Listener listener = Listener.start(address(), options, EchoCommand::echo)) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("millrace-stop").unstarted(() -> stop(stopped, closed)));
            out.println("listening: " + listener.address());
            out.flush();
            stopped.await();
        } finally {
            closed.countDown();
        }
        return 0;
    }

    private HostPort address() {
        try {
            return HostPort.parse(listen);
        } catch (NetException e) {
            throw new ParameterException(spec.commandLine(), "--listen: " + e.getMessage(), e);
        }
    }

    static void echo(Link link) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        while (link.read(buffer) >= 0) {
            link.establish();
            link.write(buffer.flip());
            buffer.clear();
        }
    }

    /** Lets the command close its links before the process ends on Ctrl-C or SIGTERM. */
    private static void stop(CountDownLatch stopped, CountDownLatch closed) {
        stopped.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
