package io.millrace.fix.artio;

import io.millrace.harness.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.library.FixLibrary;

/**
 * An acceptor of Artio: engine, library, media driver and archive in one process, all of which yield while they have
 * nothing to do, since there are more of them than processors. Its argument {@code recorded} lets it log messages to
 * the archive, which is its store; otherwise it logs none.
 */
public final class ArtioServer implements Server {

    private static final int FRAGMENTS = 20;

    // The sizes of its own benchmark.
    private static final int RECEIVER_BYTES = 1 << 20;
    private static final int SOCKET_BYTES = 1 << 24;

    /** Creates the server; its process calls this. */
    public ArtioServer() {}

    @Override
    public int start(Path directory, List<String> arguments) throws IOException {
        boolean recorded = arguments.getFirst().equals("recorded");
        ArtioMachine machine = ArtioMachine.start(directory, YieldingIdleStrategy::new);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(machine::deleteShared));
        int port = freePort();
        FixEngine.launch(machine.engine(recorded)
                .bindTo("localhost", port)
                .receiverBufferSize(RECEIVER_BYTES)
                .receiverSocketBufferSize(SOCKET_BYTES)
                .senderSocketBufferSize(SOCKET_BYTES));
        FixLibrary library =
                FixLibrary.connect(machine.library().sessionAcquireHandler((_, _) -> new OrderHandler(recorded)));
        Thread.ofPlatform().name("library").start(() -> poll(library));
        return port;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void poll(FixLibrary library) {
        IdleStrategy idle = new YieldingIdleStrategy();
        while (true) {
            idle.idle(library.poll(FRAGMENTS));
        }
    }
}
