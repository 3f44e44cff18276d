package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** The fixed head of a segment file, drawn in {@link SegmentLayout}; checked whenever a segment is opened. */
record SegmentPrologue(
        long number,
        JournalId id,
        Epoch epoch,
        long createdMs,
        long sizeBytes,
        int firstFrame,
        int intervalBytes,
        int entries) {

    static SegmentPrologue of(long number, JournalId id, Epoch epoch, long createdMs, long sizeBytes) {
        return new SegmentPrologue(
                number,
                id,
                epoch,
                createdMs,
                sizeBytes,
                SegmentLayout.firstFrame(sizeBytes),
                SegmentLayout.intervalBytes(sizeBytes),
                SegmentLayout.entries(sizeBytes));
    }

    /** Returns the same prologue of another epoch. */
    SegmentPrologue of(Epoch other) {
        return new SegmentPrologue(number, id, other, createdMs, sizeBytes, firstFrame, intervalBytes, entries);
    }

    /** Returns the format version in which segments of this epoch are written. */
    int version() {
        return epoch.equals(Epoch.FIRST) ? SegmentLayout.VERSION : SegmentLayout.EPOCH_VERSION;
    }

    void write(MemorySegment memory) {
        Memory.setLongPlain(memory, 0, SegmentLayout.MAGIC);
        Memory.setIntPlain(memory, SegmentLayout.VERSION_OFFSET, version());
        Memory.setLongPlain(memory, SegmentLayout.NUMBER_OFFSET, number);
        Memory.setLongPlain(memory, SegmentLayout.ID_HIGH_OFFSET, id.high());
        Memory.setLongPlain(memory, SegmentLayout.ID_LOW_OFFSET, id.low());
        Memory.setLongPlain(memory, SegmentLayout.CREATED_OFFSET, createdMs);
        Memory.setLongPlain(memory, SegmentLayout.SIZE_OFFSET, sizeBytes);
        Memory.setIntPlain(memory, SegmentLayout.FIRST_FRAME_OFFSET, firstFrame);
        Memory.setIntPlain(memory, SegmentLayout.INTERVAL_OFFSET, intervalBytes);
        Memory.setIntPlain(memory, SegmentLayout.ENTRIES_OFFSET, entries);
        Memory.setIntPlain(memory, SegmentLayout.LEADER_OFFSET, epoch.leader());
        Memory.setLongPlain(memory, SegmentLayout.ROUND_OFFSET, epoch.round());
        Memory.setIntPlain(
                memory, SegmentLayout.CHECKSUM_OFFSET, FrameChecksum.ofBytes(memory, 0, SegmentLayout.CHECKSUM_OFFSET));
    }

    /**
     * Reads and checks the prologue of a file that is mapped as a whole, and that the file has the size that it states.
     *
     * @throws JournalVersionException if the format version is unknown
     * @throws JournalDamagedException if any other field is damaged
     */
    static SegmentPrologue read(Path file, MemorySegment head) {
        SegmentPrologue prologue = parse(file, head);
        long fileBytes = head.byteSize();
        if (fileBytes != prologue.sizeBytes()) {
            throw new JournalDamagedException("wrong segment size file=" + file + " offset="
                    + Math.min(fileBytes, prologue.sizeBytes()) + " expectedBytes=" + prologue.sizeBytes()
                    + " actualBytes=" + fileBytes);
        }
        expect(file, "number", SegmentLayout.NUMBER_OFFSET, SegmentName.number(file), prologue.number());
        expect(file, "layout", SegmentLayout.FIRST_FRAME_OFFSET, 1, prologue.fits() ? 1 : 0);
        return prologue;
    }

    /**
     * Reads and checks the prologue of a file, whatever the size of the file.
     *
     * <p>It is mapped, not read: the accesses of the appenders would become slower with each further class of memory.
     *
     * @throws JournalException if the file cannot be mapped, and as {@link #read} otherwise
     */
    static SegmentPrologue readHead(Path file) {
        try {
            long bytes = Math.min(Files.size(file), SegmentLayout.PROLOGUE_BYTES);
            checkLength(file, bytes);
            try (MappedFile head = MappedFile.open(file, Access.READ_ONLY, 0, bytes)) {
                return parse(file, head.segment());
            }
        } catch (IOException | MemoryException e) {
            throw new JournalException("cannot map segment file=" + file + " reason=" + e, e);
        }
    }

    private static void checkLength(Path file, long bytes) {
        if (bytes < SegmentLayout.PROLOGUE_BYTES) {
            throw new JournalDamagedException("segment is truncated file=" + file + " offset=" + bytes
                    + " expectedBytes=" + SegmentLayout.PROLOGUE_BYTES + " actualBytes=" + bytes);
        }
    }

    /** Checks and returns the prologue in the head of a file, except for its number and layout. */
    static SegmentPrologue parse(Path file, MemorySegment head) {
        checkLength(file, head.byteSize());
        expect(file, "magic", 0, SegmentLayout.MAGIC, Memory.getLongPlain(head, 0));
        int version = Memory.getIntPlain(head, SegmentLayout.VERSION_OFFSET);
        if (version != SegmentLayout.VERSION && version != SegmentLayout.EPOCH_VERSION) {
            throw new JournalVersionException("unknown format version of segment file=" + file
                    + " offset=" + SegmentLayout.VERSION_OFFSET + " formatVersion=" + version + " known="
                    + SegmentLayout.VERSION + "," + SegmentLayout.EPOCH_VERSION);
        }
        expect(
                file,
                "checksum",
                SegmentLayout.CHECKSUM_OFFSET,
                FrameChecksum.ofBytes(head, 0, SegmentLayout.CHECKSUM_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.CHECKSUM_OFFSET));
        return new SegmentPrologue(
                Memory.getLongPlain(head, SegmentLayout.NUMBER_OFFSET),
                new JournalId(
                        Memory.getLongPlain(head, SegmentLayout.ID_HIGH_OFFSET),
                        Memory.getLongPlain(head, SegmentLayout.ID_LOW_OFFSET)),
                version == SegmentLayout.VERSION ? Epoch.FIRST : epoch(file, head),
                Memory.getLongPlain(head, SegmentLayout.CREATED_OFFSET),
                Memory.getLongPlain(head, SegmentLayout.SIZE_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.FIRST_FRAME_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.INTERVAL_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.ENTRIES_OFFSET));
    }

    /** Returns the exception for a segment whose epoch is lower than that of a segment before it. */
    JournalDamagedException lowerThan(SegmentPrologue before, Path directory) {
        return new JournalDamagedException("segment has a lower epoch than a segment before it file="
                + SegmentName.file(directory, number) + " offset=" + SegmentLayout.LEADER_OFFSET + " expected="
                + before.epoch() + " actual=" + epoch + " before=" + before.number());
    }

    private static Epoch epoch(Path file, MemorySegment head) {
        long round = Memory.getLongPlain(head, SegmentLayout.ROUND_OFFSET);
        int leader = Memory.getIntPlain(head, SegmentLayout.LEADER_OFFSET);
        if (!Epoch.isValid(round, leader) || (round == 0 && leader == 0)) {
            throw new JournalDamagedException("segment prologue is damaged file=" + file + " offset="
                    + SegmentLayout.LEADER_OFFSET + " field=epoch expected=round and leader after " + Epoch.FIRST
                    + " actual=" + round + "." + leader);
        }
        return new Epoch(round, leader);
    }

    /** Returns whether the head of a file has the checksum of a prologue, whatever its content. */
    static boolean isWhole(MemorySegment head) {
        return Memory.getLongPlain(head, 0) == SegmentLayout.MAGIC
                && FrameChecksum.ofBytes(head, 0, SegmentLayout.CHECKSUM_OFFSET)
                        == Memory.getIntPlain(head, SegmentLayout.CHECKSUM_OFFSET);
    }

    private boolean fits() {
        return sizeBytes >= JournalOptions.MIN_SEGMENT_SIZE_BYTES
                && sizeBytes <= JournalOptions.MAX_SEGMENT_SIZE_BYTES
                && intervalBytes >= FrameLayout.ALIGNMENT
                && entries > 0
                && firstFrame % FrameLayout.ALIGNMENT == 0
                && firstFrame <= sizeBytes / 2
                && SegmentLayout.INDEX_OFFSET + (long) entries * SegmentLayout.ENTRY_BYTES <= firstFrame;
    }

    private static void expect(Path file, String what, int offset, long expected, long actual) {
        if (expected != actual) {
            throw new JournalDamagedException("segment prologue is damaged file=" + file + " offset="
                    + offset + " field=" + what + " expected=0x" + Long.toHexString(expected) + " actual=0x"
                    + Long.toHexString(actual));
        }
    }
}
