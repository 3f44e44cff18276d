package io.millrace.fix.artio;

import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.millrace.harness.Server;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.library.FixLibrary;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.messages.InitialAcceptedSessionOwner;
import uk.co.real_logic.artio.validation.AuthenticationStrategy;

/**
 * An acceptor of Artio: engine, library, media driver and archive in one process, all of which yield while they have
 * nothing to do, since there are more of them than processors. Its argument {@code recorded} lets it log messages to
 * the archive, which is its store; otherwise it logs none.
 */
public final class ArtioServer implements Server {

    private static final String IPC = "aeron:ipc";
    private static final int FRAGMENTS = 20;

    // The sizes of its own benchmark.
    private static final int RECEIVER_BYTES = 1 << 20;
    private static final int SOCKET_BYTES = 1 << 24;

    /** Creates the server; its process calls this. */
    public ArtioServer() {}

    private static IdleStrategy idle() {
        return new YieldingIdleStrategy();
    }

    @Override
    public int start(Path directory, List<String> arguments) throws IOException {
        boolean recorded = arguments.getFirst().equals("recorded");
        String aeron = CommonContext.generateRandomDirName();
        Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(aeron)
                .archiveDir(directory.resolve("archive").toFile())
                .controlChannelEnabled(false)
                .localControlChannel(IPC)
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(IPC))
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .recordingEventsEnabled(false)
                .idleStrategySupplier(ArtioServer::idle)
                .threadingMode(ArchiveThreadingMode.SHARED);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> IoUtil.delete(new File(aeron), true)));
        ArchivingMediaDriver.launch(
                new MediaDriver.Context()
                        .aeronDirectoryName(aeron)
                        .dirDeleteOnStart(true)
                        .threadingMode(ThreadingMode.SHARED)
                        .sharedIdleStrategy(idle()),
                archive);
        int port = freePort();
        FixEngine.launch(engine(directory, aeron, archive, recorded).bindTo("localhost", port));
        LibraryConfiguration configuration = new LibraryConfiguration()
                .libraryAeronChannels(List.of(IPC))
                .sessionAcquireHandler((_, _) -> new OrderHandler(recorded));
        configuration
                .libraryIdleStrategy(idle())
                .monitoringFile(directory.resolve("library-counters").toString())
                .aeronContext()
                .aeronDirectoryName(aeron);
        FixLibrary library = FixLibrary.connect(configuration);
        Thread.ofPlatform().name("library").start(() -> poll(library));
        return port;
    }

    private static EngineConfiguration engine(Path directory, String aeron, Archive.Context archive, boolean logs) {
        EngineConfiguration configuration = new EngineConfiguration()
                .libraryAeronChannel(IPC)
                .logFileDir(directory.resolve("engine").toString())
                .monitoringFile(directory.resolve("engine-counters").toString())
                .logInboundMessages(logs)
                .logOutboundMessages(logs)
                .initialAcceptedSessionOwner(InitialAcceptedSessionOwner.SOLE_LIBRARY)
                .authenticationStrategy(AuthenticationStrategy.none())
                .receiverBufferSize(RECEIVER_BYTES)
                .receiverSocketBufferSize(SOCKET_BYTES)
                .senderSocketBufferSize(SOCKET_BYTES)
                .framerIdleStrategy(idle())
                .archiverIdleStrategy(idle())
                .printStartupWarnings(false);
        configuration.aeronContext().aeronDirectoryName(aeron);
        configuration
                .aeronArchiveContext()
                .aeronDirectoryName(aeron)
                .controlRequestChannel(IPC)
                .controlRequestStreamId(archive.localControlStreamId())
                .controlResponseChannel(IPC);
        return configuration;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void poll(FixLibrary library) {
        IdleStrategy idle = idle();
        while (true) {
            idle.idle(library.poll(FRAGMENTS));
        }
    }
}
