package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** The fixed head of a segment file, drawn in {@link SegmentLayout}; checked whenever a segment is opened. */
record SegmentPrologue(
        long number, JournalId id, long createdMs, long sizeBytes, int firstFrame, int intervalBytes, int entries) {

    static SegmentPrologue of(long number, JournalId id, long createdMs, long sizeBytes) {
        return new SegmentPrologue(
                number,
                id,
                createdMs,
                sizeBytes,
                SegmentLayout.firstFrame(sizeBytes),
                SegmentLayout.intervalBytes(sizeBytes),
                SegmentLayout.entries(sizeBytes));
    }

    void write(MemorySegment memory) {
        Memory.setLongPlain(memory, 0, SegmentLayout.MAGIC);
        Memory.setIntPlain(memory, SegmentLayout.VERSION_OFFSET, SegmentLayout.VERSION);
        Memory.setLongPlain(memory, SegmentLayout.NUMBER_OFFSET, number);
        Memory.setLongPlain(memory, SegmentLayout.ID_HIGH_OFFSET, id.high());
        Memory.setLongPlain(memory, SegmentLayout.ID_LOW_OFFSET, id.low());
        Memory.setLongPlain(memory, SegmentLayout.CREATED_OFFSET, createdMs);
        Memory.setLongPlain(memory, SegmentLayout.SIZE_OFFSET, sizeBytes);
        Memory.setIntPlain(memory, SegmentLayout.FIRST_FRAME_OFFSET, firstFrame);
        Memory.setIntPlain(memory, SegmentLayout.INTERVAL_OFFSET, intervalBytes);
        Memory.setIntPlain(memory, SegmentLayout.ENTRIES_OFFSET, entries);
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
        long fileBytes = head.byteSize();
        if (fileBytes < SegmentLayout.PROLOGUE_BYTES) {
            throw new JournalDamagedException("segment is truncated file=" + file + " offset=" + fileBytes
                    + " expectedBytes=" + SegmentLayout.PROLOGUE_BYTES + " actualBytes=" + fileBytes);
        }
        expect(file, "magic", 0, SegmentLayout.MAGIC, Memory.getLongPlain(head, 0));
        int version = Memory.getIntPlain(head, SegmentLayout.VERSION_OFFSET);
        if (version != SegmentLayout.VERSION) {
            throw new JournalVersionException("unknown format version of segment file=" + file
                    + " offset=" + SegmentLayout.VERSION_OFFSET + " formatVersion=" + version + " known="
                    + SegmentLayout.VERSION);
        }
        expect(
                file,
                "checksum",
                SegmentLayout.CHECKSUM_OFFSET,
                FrameChecksum.ofBytes(head, 0, SegmentLayout.CHECKSUM_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.CHECKSUM_OFFSET));
        long sizeBytes = Memory.getLongPlain(head, SegmentLayout.SIZE_OFFSET);
        if (fileBytes != sizeBytes) {
            throw new JournalDamagedException("wrong segment size file=" + file + " offset="
                    + Math.min(fileBytes, sizeBytes) + " expectedBytes=" + sizeBytes + " actualBytes=" + fileBytes);
        }
        SegmentPrologue prologue = new SegmentPrologue(
                Memory.getLongPlain(head, SegmentLayout.NUMBER_OFFSET),
                new JournalId(
                        Memory.getLongPlain(head, SegmentLayout.ID_HIGH_OFFSET),
                        Memory.getLongPlain(head, SegmentLayout.ID_LOW_OFFSET)),
                Memory.getLongPlain(head, SegmentLayout.CREATED_OFFSET),
                sizeBytes,
                Memory.getIntPlain(head, SegmentLayout.FIRST_FRAME_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.INTERVAL_OFFSET),
                Memory.getIntPlain(head, SegmentLayout.ENTRIES_OFFSET));
        expect(file, "number", SegmentLayout.NUMBER_OFFSET, SegmentName.number(file), prologue.number());
        expect(file, "layout", SegmentLayout.FIRST_FRAME_OFFSET, 1, prologue.fits() ? 1 : 0);
        return prologue;
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
