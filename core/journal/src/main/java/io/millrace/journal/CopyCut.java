package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import io.millrace.memory.Preallocation;
import io.millrace.memory.Slices;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sets aside what a copy holds after a boundary, because its source does not have it. No byte that may be mapped
 * changes: the files that were cut get a second name in a directory beside the copy, where they are a journal of their
 * own; then the copy gets another table and another last segment under their names. Where the directory of the copy is
 * the root of a volume, nothing beside it can have its files: then the new directory is in that of the copy.
 *
 * <p>The order makes each state a copy that may be opened. First everything is complete under other names. Then the
 * table is replaced: synced index and mark are lower than what the segments hold, which is true. Then segments go, from
 * the last to the first, and at last the segment with the boundary is replaced. Each step is on the storage device
 * before the next. After a crash the same cut completes this one.
 */
final class CopyCut {

    private static final String OWNER = "cut";
    private static final String PREPARING_SUFFIX = ".cut-preparing";
    private static final String SUFFIX = ".cut-";

    private final CopySegments segments;
    private final Path directory;
    private final JournalTable table;
    private final FaultInjector injector;
    private final List<Long> numbers;
    private final long boundary;

    /** The first segment that is set aside, and the only one of which the copy may keep something. */
    private final long first;

    /** Where the kept frames of that segment end, or zero if none of it is kept. */
    private final int position;

    /** Prepares the cut of a copy whose frames are all on the storage device. */
    CopyCut(CopySegments segments, JournalTable table, long boundary) {
        this.segments = segments;
        this.directory = segments.directory();
        this.table = table;
        this.injector = segments.injector();
        this.numbers = SegmentName.list(directory);
        this.boundary = boundary;
        this.first = Index.segment(boundary);
        this.position = (int) Index.position(boundary);
        check();
    }

    private void check() {
        if (first < table.firstKept() || numbers.isEmpty() || first > numbers.getLast()) {
            throw noBoundary("");
        }
        try (SegmentFile segment = SegmentFile.open(directory, first, table.id(), Access.READ_ONLY)) {
            boolean isStart = boundary == Index.of(first, 0);
            FrameWalk walk = new FrameWalk();
            boolean isFrame = !isStart
                    && segment.covers(boundary)
                    && position >= segment.first
                    && position <= segment.limit
                    && walk.walk(segment, walk.floor(segment, position), position) == position;
            if (!isStart && !isFrame) {
                throw noBoundary(" file=" + segment.file());
            }
        }
    }

    private JournalException noBoundary(String values) {
        return new JournalException("copy cannot be cut where no frame of it starts or ends boundary="
                + Index.toText(boundary) + " firstKept=" + table.firstKept() + " directory=" + directory + values);
    }

    /**
     * Makes everything under other names; the copy is as before if this throws.
     *
     * @return the directory of what is set aside
     */
    Path prepare() {
        try {
            long before;
            long removed;
            try (Journal journal = Journal.openReadOnly(directory)) {
                before = journal.lastBefore(boundary);
                removed = journal.messagesBefore(Index.of(first, 0));
            }
            Path aside = setAside(removed);
            if (position != 0) {
                prepareSegment();
            }
            prepareTable(before);
            return aside;
        } catch (IOException e) {
            throw JournalFullException.orOther(
                    "cannot set aside what is cut from a copy directory=" + directory + " reason=" + e, e);
        } catch (MemoryException e) {
            throw new JournalException(
                    "cannot set aside what is cut from a copy directory=" + directory + " reason=" + e, e);
        }
    }

    /** Makes a journal of the segments from the first that is cut, with names of its own for the same files. */
    private Path setAside(long removedFrames) throws IOException {
        Path real = directory.toRealPath();
        Path parent = parentOf(real);
        Path preparing = parent.resolve(real.getFileName() + PREPARING_SUFFIX);
        clear(preparing);
        Journal.createDirectory(preparing);
        for (long number : numbers) {
            if (number >= first) {
                link(SegmentName.file(directory, number), SegmentName.file(preparing, number));
            }
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = contentOfTable(arena);
            new TableRecord(content, TableLayout.FIRST_KEPT_OFFSET).write(first, removedFrames);
            JournalTable.write(preparing, content, injector);
        }
        force(preparing);
        int number = 1;
        String name = real.getFileName() + SUFFIX;
        while (Files.exists(parent.resolve(name + number))) {
            number++;
        }
        Path aside = parent.resolve(name + number);
        Files.move(preparing, aside, StandardCopyOption.ATOMIC_MOVE);
        force(parent);
        return aside;
    }

    /** Returns where what is set aside gets its directory: beside the copy, unless that is another device. */
    private static Path parentOf(Path real) throws IOException {
        Path parent = real.getParent();
        boolean isVolume = parent == null || !Files.getFileStore(parent).equals(Files.getFileStore(real));
        return isVolume ? real : parent;
    }

    /** Removes what a process has left that was killed while it prepared this. */
    private static void clear(Path preparing) throws IOException {
        if (Files.exists(preparing)) {
            try (Stream<Path> files = Files.list(preparing)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(preparing);
        }
    }

    private static void link(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException e) {
            throw new IOException("a cut needs a file system with hard links", e);
        }
    }

    private MemorySegment contentOfTable(Arena arena) {
        return arena.allocate(TableLayout.SIZE_BYTES, Long.BYTES).copyFrom(table.memory());
    }

    /** Writes the kept frames into a file with a temporary name, and zeros after them. */
    private void prepareSegment() throws IOException {
        Path file = SegmentName.preparing(directory, first, OWNER);
        Files.deleteIfExists(file);
        Files.createFile(file);
        try (SegmentFile cut = SegmentFile.open(directory, first, table.id(), Access.READ_ONLY)) {
            Preallocation.allocate(file, cut.sizeBytes(), segments.method(), Slices.UNPACED);
            try (MappedFile mapped = MappedFile.open(file, Access.READ_WRITE, 0, cut.sizeBytes())) {
                injector.reached(FailPoint.SEGMENT_ALLOCATED);
                MemorySegment.copy(cut.memory, 0, mapped.segment(), 0, position);
                SegmentFile kept = new SegmentFile(cut.file(), cut.prologue, mapped);
                SegmentTail.limit(kept, position);
                if (position == cut.first) {
                    Memory.setLongPlain(mapped.segment(), SegmentLayout.BEGUN_OFFSET, 0);
                }
                injector.forcing(file, mapped.segment(), 0, cut.sizeBytes());
                mapped.force();
            }
        }
    }

    /** Writes the table of what is kept; it gets its name in {@link #replace}. */
    private void prepareTable(long lastKept) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = contentOfTable(arena);
            for (int slot = 0; slot < OwnershipLock.WRITERS; slot++) {
                TableRecord synced =
                        new TableRecord(content, TableLayout.writer(slot) + TableLayout.WRITER_SYNCED_OFFSET);
                if (synced.read() && synced.first() > lastKept) {
                    synced.write(lastKept, 0);
                }
            }
            Memory.setLongPlain(
                    content,
                    TableLayout.SYNCED_OFFSET,
                    Math.min(lastKept, Memory.getLongPlain(content, TableLayout.SYNCED_OFFSET)));
            JournalTable.lowerMark(new TableRecord(content, TableLayout.MARK_OFFSET), boundary);
            TableRecord period = new TableRecord(content, TableLayout.PERIOD_OFFSET);
            if (period.read() && period.first() >= boundary) {
                content.asSlice(TableLayout.PERIOD_OFFSET, TableLayout.RECORD_BYTES)
                        .fill((byte) 0);
            }
            JournalTable.prepare(directory, content, injector);
        }
    }

    /** Gives the new files their names; after an exception the copy must be opened again. */
    void replace() {
        try {
            JournalTable.namePrepared(directory);
            segments.forceDirectory();
            for (long number : numbers.reversed()) {
                if (number > first || (number == first && position == 0)) {
                    Files.delete(SegmentName.file(directory, number));
                    segments.forceDirectory();
                }
            }
            if (position != 0) {
                Files.move(
                        SegmentName.preparing(directory, first, OWNER),
                        SegmentName.file(directory, first),
                        StandardCopyOption.ATOMIC_MOVE);
                injector.reached(FailPoint.SEGMENT_NAMED);
                segments.forceDirectory();
            }
        } catch (IOException | MemoryException e) {
            throw new JournalException(
                    "cannot complete the cut of a copy; open it again and cut it again directory=" + directory
                            + " boundary=" + Index.toText(boundary) + " reason=" + e,
                    e);
        }
    }

    private void force(Path changed) {
        Directories.force(changed);
        injector.forced(changed);
    }
}
