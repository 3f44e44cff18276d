package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import io.millrace.memory.DiskFullException;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Creates the segments of a copy: their prologues are the bytes that the source has. A segment gets its name once it
 * has its space and its prologue.
 *
 * @param beforeNaming throws if this process may no longer write the directory
 */
record CopySegments(
        Path directory, JournalId id, JournalOptions options, FaultInjector injector, Runnable beforeNaming) {

    private static final String OWNER = "copy";
    private static final String RESERVED = "reserved";

    /**
     * Creates a segment.
     *
     * @param lowest the epoch of the segment before it
     * @param prologue bytes 0 to 127 of its file
     * @throws JournalException if they are not the prologue of this segment of this journal
     */
    SegmentFile create(long number, Epoch lowest, MemorySegment prologue) {
        check(number, prologue);
        return create(number, lowest, prologue, Memory.getLongPlain(prologue, SegmentLayout.SIZE_OFFSET));
    }

    /** Creates an empty segment, on the storage device. */
    SegmentFile createDurable(SegmentPrologue prologue) {
        MemorySegment bytes = MemorySegment.ofArray(new long[SegmentLayout.PROLOGUE_BYTES / Long.BYTES]);
        prologue.write(bytes);
        SegmentFile segment = create(prologue.number(), prologue.epoch(), bytes, prologue.sizeBytes());
        injector.forcing(segment.file(), segment.memory, 0, SegmentLayout.INDEX_OFFSET);
        segment.force(0, SegmentLayout.INDEX_OFFSET);
        forceDirectory();
        return segment;
    }

    /**
     * Takes the space of a segment that is to be created, so that there is space for it then.
     *
     * @throws JournalFullException if the disk has none
     */
    void reserve(long number, long sizeBytes) {
        Path file = SegmentName.preparing(directory, number, RESERVED);
        try {
            Files.deleteIfExists(file);
            Files.createFile(file);
            Preallocation.allocate(file, sizeBytes, method(), Slices.UNPACED);
        } catch (DiskFullException e) {
            release(number);
            throw new JournalFullException(
                    "no space on the disk for a segment of the next epoch directory=" + directory + " segmentSizeBytes="
                            + sizeBytes + " reason=" + e.getMessage(),
                    e);
        } catch (IOException | MemoryException e) {
            release(number);
            throw new JournalException(
                    "cannot reserve a segment of the next epoch file=" + file + " reason=" + e.getMessage(), e);
        }
    }

    /** Gives the space back that was reserved for a segment, if it was. */
    void release(long number) {
        Path file = SegmentName.preparing(directory, number, RESERVED);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new JournalException("cannot delete a reserved segment file=" + file + " reason=" + e, e);
        }
    }

    /** Returns how a segment gets its space. */
    Preallocation.Method method() {
        return options.durability() == Durability.SYNCED
                ? Preallocation.Method.WRITE_ZEROS
                : Preallocation.Method.FASTEST;
    }

    void forceDirectory() {
        Directories.force(directory);
        injector.forced(directory);
    }

    private void check(long number, MemorySegment prologue) {
        if (prologue.byteSize() != SegmentLayout.PROLOGUE_BYTES || !SegmentPrologue.isWhole(prologue)) {
            throw refused("it has no checksum of a prologue", number, " bytes=" + prologue.byteSize());
        }
        long actual = Memory.getLongPlain(prologue, SegmentLayout.NUMBER_OFFSET);
        if (actual != number) {
            throw refused("it has another number", number, " actual=" + actual);
        }
        JournalId of = new JournalId(
                Memory.getLongPlain(prologue, SegmentLayout.ID_HIGH_OFFSET),
                Memory.getLongPlain(prologue, SegmentLayout.ID_LOW_OFFSET));
        if (!of.equals(id)) {
            throw refused("it belongs to another journal", number, " id=" + id + " actual=" + of);
        }
        long sizeBytes = Memory.getLongPlain(prologue, SegmentLayout.SIZE_OFFSET);
        if (sizeBytes < JournalOptions.MIN_SEGMENT_SIZE_BYTES || sizeBytes > JournalOptions.MAX_SEGMENT_SIZE_BYTES) {
            throw refused("its size is out of range", number, " segmentSizeBytes=" + sizeBytes);
        }
    }

    private JournalException refused(String why, long number, String values) {
        return new JournalException("segment of the source is refused: " + why + " directory=" + directory
                + " expected=" + number + values);
    }

    private SegmentFile create(long number, Epoch lowest, MemorySegment prologue, long sizeBytes) {
        Path file = SegmentName.file(directory, number);
        Path preparing = SegmentName.preparing(directory, number, OWNER);
        MappedFile mapped = null;
        boolean done = false;
        try {
            Files.deleteIfExists(preparing);
            Path reserved = SegmentName.preparing(directory, number, RESERVED);
            if (Files.exists(reserved) && Files.size(reserved) == sizeBytes) {
                Files.move(reserved, preparing, StandardCopyOption.ATOMIC_MOVE); // it has its space already
            } else {
                Files.createFile(preparing);
            }
            boolean synced = options.durability() == Durability.SYNCED;
            Preallocation.allocate(preparing, sizeBytes, method(), Slices.UNPACED);
            mapped = MappedFile.open(preparing, Access.READ_WRITE, 0, sizeBytes);
            injector.reached(FailPoint.SEGMENT_ALLOCATED);
            MemorySegment.copy(prologue, 0, mapped.segment(), 0, SegmentLayout.PROLOGUE_BYTES);
            SegmentFile segment = new SegmentFile(file, SegmentPrologue.read(file, mapped.segment()), mapped);
            if (segment.epoch().compareTo(lowest) < 0) {
                throw refused(
                        "its epoch is lower than that of the segment before it",
                        number,
                        " epoch=" + segment.epoch() + " before=" + lowest);
            }
            if (synced) {
                injector.forcing(preparing, mapped.segment(), 0, sizeBytes);
                mapped.force();
            }
            beforeNaming.run();
            Files.move(preparing, file, StandardCopyOption.ATOMIC_MOVE);
            injector.reached(FailPoint.SEGMENT_NAMED);
            if (synced) {
                forceDirectory();
            }
            done = true;
            return segment;
        } catch (DiskFullException e) {
            throw new JournalFullException(
                    "next segment does not fit on the disk file=" + file + " segmentSizeBytes=" + sizeBytes + " reason="
                            + e.getMessage(),
                    e);
        } catch (IOException e) {
            beforeNaming.run(); // a lost directory may be the cause
            throw JournalFullException.orOther("cannot create next segment file=" + file + " reason=" + e, e);
        } catch (MemoryException e) {
            beforeNaming.run();
            throw new JournalException("cannot create next segment file=" + file + " reason=" + e, e);
        } finally {
            if (!done && mapped != null) {
                mapped.close(); // recovery deletes the file under its temporary name
            }
        }
    }
}
