package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import io.millrace.memory.DiskFullException;
import io.millrace.memory.MappedFile;
import io.millrace.memory.MemoryException;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Creates a segment file under a temporary name, allocates its whole space on the disk, and only then gives it its own
 * name, in one step. So a segment exists completely or not at all, and a process that stops half-way, for ever or for a
 * while, blocks no other process.
 *
 * @param owner distinguishes processes that create the same segment
 * @param injector called at the fail points
 * @param beforeNaming throws if this process may no longer write the directory
 */
record SegmentCreator(
        Path directory,
        JournalId id,
        JournalOptions options,
        String owner,
        FaultInjector injector,
        Runnable beforeNaming) {

    /**
     * Creates a segment of the epoch of the segment before it and returns it mapped; if another process was faster, its
     * segment.
     *
     * @throws JournalFullException if the disk has no space
     * @throws JournalDamagedException if the segment before it has no whole prologue
     */
    SegmentFile create(long number, SegmentPace pace) {
        return create(number, injector.epoch(epochBefore(number)), pace);
    }

    /** Creates the segment after one, of the same epoch, as {@link #create(long, SegmentPace)} does. */
    SegmentFile createAfter(SegmentFile before, SegmentPace pace) {
        return create(before.number + 1, injector.epoch(before.epoch()), pace);
    }

    /** Creates a segment of an epoch, which is not lower than that of the segment before it. */
    SegmentFile create(long number, Epoch epoch, SegmentPace pace) {
        Path file = SegmentName.file(directory, number);
        Path preparing = SegmentName.preparing(directory, number, owner);
        MappedFile mapped = null;
        boolean done = false;
        try {
            Files.deleteIfExists(preparing);
            Files.createFile(preparing);
            long sizeBytes = options.segmentSizeBytes();
            Preallocation.allocate(preparing, sizeBytes, method(pace), pace.slices(sizeBytes));
            mapped = MappedFile.open(preparing, Access.READ_WRITE, 0, sizeBytes);
            injector.reached(FailPoint.SEGMENT_ALLOCATED);
            SegmentPrologue prologue =
                    SegmentPrologue.of(number, id, epoch, options.clock().millis(), options.segmentSizeBytes());
            prologue.write(mapped.segment());
            pace.touch(mapped);
            if (options.durability() == Durability.SYNCED) {
                injector.forcing(preparing, mapped.segment(), 0, options.segmentSizeBytes());
                mapped.force();
            }
            beforeNaming.run();
            if (!name(preparing, file)) {
                return SegmentFile.open(directory, number, id, Access.READ_WRITE);
            }
            injector.reached(FailPoint.SEGMENT_NAMED);
            if (options.durability() == Durability.SYNCED) {
                Directories.force(directory);
                injector.forced(directory);
            }
            done = true;
            return new SegmentFile(file, prologue, mapped);
        } catch (DiskFullException e) {
            throw new JournalFullException(
                    "next segment does not fit on the disk file=" + file + " segmentSizeBytes="
                            + options.segmentSizeBytes() + " reason=" + e.getMessage(),
                    e);
        } catch (IOException e) {
            beforeNaming.run(); // a lost directory may be the cause
            throw JournalFullException.orOther("cannot create next segment file=" + file + " reason=" + e, e);
        } catch (MemoryException e) {
            beforeNaming.run();
            throw new JournalException("cannot create next segment file=" + file + " reason=" + e, e);
        } finally {
            if (!done) {
                discard(preparing, mapped);
            }
        }
    }

    private Epoch epochBefore(long number) {
        Path before = SegmentName.file(directory, Math.max(0, number - 1));
        return number == 0 || Files.notExists(before)
                ? epochOfWhole(number)
                : SegmentPrologue.readHead(before).epoch();
    }

    /** Returns the epoch of the last segment before a number that has a whole prologue: others are lost. */
    private Epoch epochOfWhole(long number) {
        return SegmentName.list(directory).reversed().stream()
                .filter(before -> before < number)
                .flatMap(before -> epoch(SegmentName.file(directory, before)).stream())
                .findFirst()
                .orElse(Epoch.FIRST);
    }

    private static Optional<Epoch> epoch(Path file) {
        try {
            return Optional.of(SegmentPrologue.readHead(file).epoch());
        } catch (JournalDamagedException _) { // it is replaced, or reported where it is read
            return Optional.empty();
        }
    }

    /**
     * Creates the first segment of an epoch, with a prologue that survives a loss of power, whatever the durability.
     */
    void createDurable(long number, Epoch epoch) {
        try (SegmentFile segment = create(number, epoch, SegmentPace.untouched())) {
            injector.forcing(segment.file(), segment.memory, 0, SegmentLayout.INDEX_OFFSET);
            segment.force(0, SegmentLayout.INDEX_OFFSET);
        }
        Directories.force(directory);
        injector.forced(directory);
    }

    /** Creates an empty segment that replaces a lost or unusable file; only while there is no writer. */
    SegmentFile replace(long number) {
        Path file = SegmentName.file(directory, number);
        try {
            if (!Files.exists(file) || Files.size(file) != options.segmentSizeBytes()) {
                Files.deleteIfExists(file);
                Files.createFile(file);
                Preallocation.allocate(
                        file, options.segmentSizeBytes(), method(SegmentPace.untouched()), Slices.UNPACED);
            }
        } catch (DiskFullException e) {
            throw new JournalFullException("segment does not fit on the disk file=" + file, e);
        } catch (IOException e) {
            throw JournalFullException.orOther("cannot create segment file=" + file + " reason=" + e, e);
        } catch (MemoryException e) {
            throw new JournalException("cannot create segment file=" + file + " reason=" + e, e);
        }
        SegmentPrologue prologue = SegmentPrologue.of(
                number, id, epochOfWhole(number), options.clock().millis(), options.segmentSizeBytes());
        MappedFile mapped = MappedFile.open(file, Access.READ_WRITE, 0, options.segmentSizeBytes());
        mapped.segment().fill((byte) 0);
        prologue.write(mapped.segment());
        return new SegmentFile(file, prologue, mapped);
    }

    /** Gives the file its name unless that exists. */
    private boolean name(Path preparing, Path file) throws IOException {
        if (options.ownership() == Ownership.SINGLE) {
            Files.move(preparing, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
        try {
            Files.createLink(file, preparing);
            Files.delete(preparing);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException e) {
            throw new IOException("shared ownership needs a file system with hard links", e);
        }
    }

    private static void discard(Path preparing, MappedFile mapped) {
        if (mapped != null) {
            mapped.close();
        }
        try {
            Files.deleteIfExists(preparing);
        } catch (IOException e) { // the caller gets the first failure; the next attempt or recovery deletes the file
            System.getLogger(SegmentCreator.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "cannot delete unfinished segment file=" + preparing, e);
        }
    }

    private Preallocation.Method method(SegmentPace pace) {
        return options.durability() == Durability.SYNCED
                ? Preallocation.Method.WRITE_ZEROS
                : pace.method(options.segmentSizeBytes());
    }
}
