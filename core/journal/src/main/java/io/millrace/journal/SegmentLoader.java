package io.millrace.journal;

import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads segments into private memory, also segments that cannot be opened any more: the content of a lost prologue is
 * derived from the journal and the file. Belongs to one thread; a segment is valid until the next one is loaded.
 */
final class SegmentLoader implements AutoCloseable {

    private final Path directory;
    private final JournalId id;
    private final ImageReader reader = new ImageReader();
    private final ImageReader blanks = new ImageReader();

    SegmentLoader(Path directory, JournalId id) {
        this.directory = directory;
        this.id = id;
    }

    /**
     * Loads a segment and reports defects of its prologue and its size.
     *
     * @throws JournalVersionException if it has an unknown format version
     * @throws JournalException if the file cannot be opened
     */
    SegmentFile load(long number, Findings findings) {
        Path file = SegmentName.file(directory, number);
        long fileBytes = size(file);
        MemorySegment head = reader.read(file, SegmentLayout.PROLOGUE_BYTES, findings);
        boolean whole = SegmentPrologue.isWhole(head);
        long size = clip(whole ? Memory.getLongPlain(head, SegmentLayout.SIZE_OFFSET) : fileBytes);
        MemorySegment image = reader.read(file, size, findings);
        SegmentPrologue prologue = prologue(file, number, image, whole, findings);
        if (!prologue.id().equals(id)) {
            findings.add(
                    FindingKind.PROLOGUE,
                    file,
                    SegmentLayout.ID_HIGH_OFFSET,
                    Index.NONE,
                    "segment belongs to another journal expected=" + id + " actual=" + prologue.id());
            return blank(number, size);
        }
        if (fileBytes != size) {
            findings.add(
                    FindingKind.SIZE,
                    file,
                    Math.min(fileBytes, size),
                    Index.NONE,
                    "expectedBytes=" + size + " actualBytes=" + fileBytes);
        }
        return SegmentFile.ofCopy(file, prologue, image);
    }

    /**
     * Returns the identity of the journal from its segments.
     *
     * @throws JournalDamagedException if no prologue is undamaged
     */
    static JournalId identity(Path directory, List<Long> numbers) {
        try (ImageReader reader = new ImageReader()) {
            for (long number : numbers) {
                Path file = SegmentName.file(directory, number);
                MemorySegment head = reader.read(file, SegmentLayout.PROLOGUE_BYTES, new Findings());
                if (SegmentPrologue.isWhole(head)) {
                    return new JournalId(
                            Memory.getLongPlain(head, SegmentLayout.ID_HIGH_OFFSET),
                            Memory.getLongPlain(head, SegmentLayout.ID_LOW_OFFSET));
                }
            }
        }
        throw new JournalDamagedException(
                "table and prologues of all segments are lost directory=" + directory + " segments=" + numbers.size());
    }

    /** Creates a segment without frames; it is valid until the next one is created. */
    SegmentFile blank(long number, long sizeBytes) {
        MemorySegment image = blanks.zeros(sizeBytes);
        SegmentPrologue prologue = SegmentPrologue.of(number, id, System.currentTimeMillis(), sizeBytes);
        prologue.write(image);
        return SegmentFile.ofCopy(SegmentName.file(directory, number), prologue, image);
    }

    private SegmentPrologue prologue(Path file, long number, MemorySegment image, boolean whole, Findings findings) {
        try {
            return SegmentPrologue.read(file, image);
        } catch (JournalVersionException e) {
            if (whole || !isKnownButForVersion(image)) {
                throw e;
            }
            return assumed(file, number, image, findings, e);
        } catch (JournalDamagedException e) {
            return assumed(file, number, image, findings, e);
        }
    }

    /** Returns whether a prologue is valid except for its version, so that the version has a flipped bit. */
    private static boolean isKnownButForVersion(MemorySegment image) {
        MemorySegment head = MemorySegment.ofArray(new long[SegmentLayout.PROLOGUE_BYTES / Long.BYTES]);
        head.copyFrom(image.asSlice(0, SegmentLayout.PROLOGUE_BYTES));
        Memory.setIntPlain(head, SegmentLayout.VERSION_OFFSET, SegmentLayout.VERSION);
        return SegmentPrologue.isWhole(head);
    }

    private SegmentPrologue assumed(
            Path file, long number, MemorySegment image, Findings findings, JournalException error) {
        findings.add(FindingKind.PROLOGUE, file, 0, Index.NONE, error.getMessage());
        long createdMs = Memory.getLongPlain(image, SegmentLayout.CREATED_OFFSET);
        return SegmentPrologue.of(number, id, createdMs, image.byteSize());
    }

    /** Returns a valid segment size near the size found. */
    private static long clip(long sizeBytes) {
        long bytes =
                Math.clamp(sizeBytes, JournalOptions.MIN_SEGMENT_SIZE_BYTES, JournalOptions.MAX_SEGMENT_SIZE_BYTES);
        return bytes & -FrameLayout.ALIGNMENT;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new JournalException("cannot read file=" + file + " reason=" + e, e);
        }
    }

    @Override
    public void close() {
        reader.close();
        blanks.close();
    }
}
