package io.millrace.benchmarks;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * A recording of Aeron Archive: messages are offered to an exclusive IPC publication, which the archive in the same
 * process records without checksums. A round ends when the recording has reached the last message.
 */
public final class AeronArchiveWorkload implements Workload {
    private static final String CHANNEL = "aeron:ipc?term-length=64m";
    private static final String CONTROL = "aeron:ipc?term-length=64k";
    private static final int STREAM = 1001;
    private static final int SEGMENT_BYTES = 128 << 20;

    /** Creates the workload; a fork calls this. */
    public AeronArchiveWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        AppendRounds.run(AeronArchiveWorkload::append, effort, directory, figures);
    }

    private static long append(Path directory, int sizeBytes, long messages) {
        String aeronDirectory = CommonContext.generateRandomDirName();
        MediaDriver.Context driver = new MediaDriver.Context()
                .aeronDirectoryName(aeronDirectory)
                .threadingMode(ThreadingMode.SHARED)
                .ipcTermBufferLength(64 << 20)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .spiesSimulateConnection(false);
        Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(aeronDirectory)
                .archiveDir(directory.resolve("archive").toFile())
                .controlChannel(CONTROL)
                .controlChannelEnabled(false)
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .localControlChannel(CONTROL)
                .recordingEventsEnabled(false)
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(CONTROL))
                .segmentFileLength(SEGMENT_BYTES)
                .threadingMode(ArchiveThreadingMode.SHARED);
        AeronArchive.Context client = new AeronArchive.Context()
                .aeronDirectoryName(aeronDirectory)
                .controlRequestChannel(archive.localControlChannel())
                .controlRequestStreamId(archive.localControlStreamId())
                .controlResponseChannel(CONTROL);
        try (ArchivingMediaDriver _ = ArchivingMediaDriver.launch(driver, archive);
                AeronArchive connected = AeronArchive.connect(client);
                ExclusivePublication publication = connected.addRecordedExclusivePublication(CHANNEL, STREAM)) {
            Aeron aeron = connected.context().aeron();
            return offer(publication, aeron.countersReader(), connected.archiveId(), sizeBytes, messages);
        }
    }

    private static long offer(
            ExclusivePublication publication, CountersReader counters, long archiveId, int sizeBytes, long messages) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[sizeBytes]);
        int counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archiveId);
        while (counter == CountersReader.NULL_COUNTER_ID) {
            Thread.onSpinWait();
            counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archiveId);
        }
        long startNs = System.nanoTime();
        for (long n = 0; n < messages; n++) {
            message.putLong(0, n);
            long position = publication.offer(message, 0, sizeBytes);
            while (position < 0) {
                if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
                    throw new BenchmarkException("the publication ended position=" + position + " n=" + n);
                }
                Thread.onSpinWait();
                position = publication.offer(message, 0, sizeBytes);
            }
        }
        while (counters.getCounterValue(counter) < publication.position()) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - startNs;
    }
}
