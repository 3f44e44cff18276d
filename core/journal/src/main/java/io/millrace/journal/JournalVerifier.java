package io.millrace.journal;

import java.nio.file.Path;

/**
 * Checks all files of a journal: the prologues, the checksum and index of every frame, the end marks, the sequence of
 * the segments, the sparse indexes, the table, and its named positions.
 *
 * <p>It reads through file channels, never through a mapping, so that an unreadable device, or a file that is truncated
 * meanwhile, is a finding and not a signal; it takes no lock, writes nothing, and needs memory for one segment. Writers
 * may continue. Encrypted frames are checked without their keys. Bytes without a checksum cannot be checked: the
 * payload of padding, the bytes between a payload and the next frame, the time at which a segment was begun, and the
 * names of positions.
 */
public final class JournalVerifier {

    private final Path directory;
    private final Findings findings = new Findings();

    private long bytes;
    private long dataFrames;
    private long metadataFrames;
    private long firstIndex = Index.NONE;
    private long lastIndex = Index.NONE;

    private JournalVerifier(Path directory) {
        this.directory = directory;
    }

    /**
     * Checks a journal.
     *
     * @throws JournalException if the journal does not exist, or a file cannot be opened
     * @throws JournalVersionException if it was written in an unknown format version
     */
    public static VerifyReport verify(Path directory) {
        return new JournalVerifier(directory).run();
    }

    private VerifyReport run() {
        try (JournalScan scan = new JournalScan(directory, findings)) {
            scan.run(this::count);
            return new VerifyReport(
                    scan.id(),
                    scan.numbers().size(),
                    bytes,
                    dataFrames,
                    metadataFrames,
                    firstIndex,
                    lastIndex,
                    scan.table().synced(),
                    findings.damages(),
                    findings.notes(),
                    findings.kept());
        }
    }

    private void count(SegmentScan scan) {
        bytes += scan.segment().sizeBytes();
        dataFrames += scan.dataFrames();
        metadataFrames += scan.metadataFrames();
        if (firstIndex == Index.NONE) {
            firstIndex = scan.firstIndex();
        }
        lastIndex = Math.max(lastIndex, scan.lastIndex());
    }
}
