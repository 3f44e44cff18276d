package io.millrace.fix.artio;

import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.messages.InitialAcceptedSessionOwner;
import uk.co.real_logic.artio.validation.AuthenticationStrategy;

/** What an engine of Artio runs on: a media driver and an archive in this process, with a thread each. */
final class ArtioMachine implements AutoCloseable {

    private static final String IPC = "aeron:ipc";

    private final Path directory;
    private final String aeron;
    private final Supplier<IdleStrategy> idle;
    private final Archive.Context archive;
    private final ArchivingMediaDriver driver;

    private ArtioMachine(
            Path directory,
            String aeron,
            Supplier<IdleStrategy> idle,
            Archive.Context archive,
            ArchivingMediaDriver driver) {
        this.directory = directory;
        this.aeron = aeron;
        this.idle = idle;
        this.archive = archive;
        this.driver = driver;
    }

    /** Starts driver and archive, whose threads do this while they have nothing to do. */
    static ArtioMachine start(Path directory, Supplier<IdleStrategy> idle) {
        String aeron = CommonContext.generateRandomDirName();
        Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(aeron)
                .archiveDir(directory.resolve("archive").toFile())
                .controlChannelEnabled(false)
                .localControlChannel(IPC)
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(IPC))
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .recordingEventsEnabled(false)
                .idleStrategySupplier(idle)
                .threadingMode(ArchiveThreadingMode.SHARED);
        ArchivingMediaDriver driver = ArchivingMediaDriver.launch(
                new MediaDriver.Context()
                        .aeronDirectoryName(aeron)
                        .dirDeleteOnStart(true)
                        .threadingMode(ThreadingMode.SHARED)
                        .sharedIdleStrategy(idle.get()),
                archive);
        return new ArtioMachine(directory, aeron, idle, archive, driver);
    }

    /** Returns the settings of an engine whose sessions its library has, and which logs messages or does not. */
    EngineConfiguration engine(boolean logs) {
        EngineConfiguration configuration = new EngineConfiguration()
                .libraryAeronChannel(IPC)
                .logFileDir(directory.resolve("engine").toString())
                .monitoringFile(directory.resolve("engine-counters").toString())
                .logInboundMessages(logs)
                .logOutboundMessages(logs)
                .initialAcceptedSessionOwner(InitialAcceptedSessionOwner.SOLE_LIBRARY)
                .authenticationStrategy(AuthenticationStrategy.none())
                .framerIdleStrategy(idle.get())
                .archiverIdleStrategy(idle.get())
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

    /** Returns the settings of a library of the engine. */
    LibraryConfiguration library() {
        LibraryConfiguration configuration =
                new LibraryConfiguration().libraryAeronChannels(List.of(IPC)).libraryIdleStrategy(idle.get());
        configuration
                .monitoringFile(directory.resolve("library-counters").toString())
                .aeronContext()
                .aeronDirectoryName(aeron);
        return configuration;
    }

    /** Deletes what driver and archive share with their clients. */
    void deleteShared() {
        IoUtil.delete(new File(aeron), true);
    }

    @Override
    public void close() {
        driver.close();
        deleteShared();
    }
}
