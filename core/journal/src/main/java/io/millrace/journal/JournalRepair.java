package io.millrace.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.millrace.memory.Access;
import io.millrace.memory.BootId;
import io.millrace.memory.Directories;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import io.millrace.memory.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates an undamaged copy of a damaged journal in another directory. Every whole frame keeps its index, the journal
 * its identity, named positions their indexes; what was lost becomes padding, which readers skip. The copy ends with an
 * end mark, so that writing continues in a new segment and no index is used again. The journal itself is not changed.
 *
 * <p>Frames that were published together may be lost in part: the report names every loss. If a journal has lost its
 * last segments without a trace in its table, the copy ends before them.
 */
public final class JournalRepair {

    /** Limits the segments created for a damaged table or a file with a wrong name, which must not fill the disk. */
    private static final int MAX_MISSING = 1 << 12;

    private final Path from;
    private final Path to;
    private final Findings findings = new Findings();
    private final List<RepairReport.Loss> losses = new ArrayList<>();
    private final SparseIndexRebuild rebuild = new SparseIndexRebuild();

    private long dataFrames;
    private long metadataFrames;
    private long lastIndex = Index.NONE;
    private long next = -1;
    private long sizeBytes = JournalOptions.defaults().segmentSizeBytes();

    /** The epoch of the last segment that was written; null before the first. */
    private Epoch epoch;

    private boolean tornBefore;
    private JournalScan scan;

    private JournalRepair(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Copies the undamaged frames of a journal.
     *
     * @param from its directory, in which nothing is changed; no writer may have it open
     * @param to the directory of the copy, which does not exist or is empty
     * @throws JournalLockedException if a writer has the journal open
     * @throws JournalDamagedException if no file states the identity of the journal any more
     * @throws JournalVersionException if it was written in an unknown format version
     * @throws JournalFullException if the copy does not fit on the disk
     * @throws JournalException if {@code to} is not empty, or a file cannot be read or written
     */
    public static RepairReport repair(Path from, Path to) {
        if (!Files.isWritable(from.resolve(SegmentName.LOCK))) { // then no process of this user writes it
            return new JournalRepair(from, to).run();
        }
        try (OwnershipLock _ = OwnershipLock.acquire(from, Ownership.SINGLE)) {
            return new JournalRepair(from, to).run();
        }
    }

    private RepairReport run() {
        try (JournalScan opened = new JournalScan(from, findings)) {
            scan = opened;
            makeDirectory();
            scan.run(this::copy);
            if (next < 0) { // there is no segment left
                next = scan.firstKept();
                missing(Math.min(scan.lastKnown(), next + MAX_MISSING));
            }
            missing(Math.min(Math.max(lastMarked(), scan.missingSuccessor()), next + MAX_MISSING));
            successor();
            table();
            return new RepairReport(scan.id(), dataFrames, metadataFrames, lastIndex, losses, findings.kept());
        } catch (MemoryException e) {
            throw new JournalException("cannot write copy directory=" + to + " reason=" + e, e);
        }
    }

    private void makeDirectory() {
        try {
            Files.createDirectories(to);
            try (Stream<Path> files = Files.list(to)) {
                if (files.findAny().isPresent()) {
                    throw new JournalException("directory of the copy is not empty directory=" + to);
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new JournalException("directory of the copy is a file directory=" + to, e);
        } catch (IOException e) {
            throw failed(to, e);
        }
    }

    /** Returns the last segment of which there is any trace. */
    private long lastMarked() {
        return scan.table().marks().isEmpty()
                ? -1
                : Index.segment(scan.table().marks().last());
    }

    private void copy(SegmentScan segment) {
        long number = segment.segment().number;
        if (next < 0) {
            next = scan.firstKept();
        }
        if (number - next > MAX_MISSING) {
            throw new JournalException("too many missing segments directory=" + from + " first=" + next + " last="
                    + (number - 1) + " limit=" + MAX_MISSING);
        }
        sizeBytes = segment.segment().sizeBytes();
        missing(number - 1);
        if (tornBefore) {
            SegmentFile blank = blank(number);
            end(blank, blank.first);
            write(blank);
        } else if (epoch != null
                && segment.segment().epoch().compareTo(epoch) < 0) { // it belongs to another journal end
            SegmentFile blank = blank(number);
            lose(blank, blank.first, blank.limit);
            end(blank, blank.limit);
            write(blank);
        } else {
            repaired(segment);
        }
        tornBefore = scan.isTorn();
        next = number + 1;
    }

    /** Creates segments of padding up to a number. */
    private void missing(long last) {
        for (; next <= last; next++) {
            SegmentFile blank = blank(next);
            lose(blank, blank.first, blank.limit);
            end(blank, blank.limit);
            write(blank);
        }
    }

    /** Creates the segment in which writing continues: a segment that has ended has a successor. */
    private void successor() {
        if (next >= 0) {
            write(blank(next));
        }
    }

    /** Creates a segment without frames, of the epoch of the segment before it. */
    private SegmentFile blank(long number) {
        return scan.loader().blank(number, epoch == null ? scan.loader().epochNear(number) : epoch, sizeBytes);
    }

    private void repaired(SegmentScan found) {
        SegmentFile segment = found.segment();
        segment.prologue.write(segment.memory);
        zero(segment, SegmentLayout.HINT_OFFSET + Long.BYTES, SegmentLayout.BEGUN_OFFSET);
        zero(segment, SegmentLayout.BEGUN_OFFSET + Long.BYTES, SegmentLayout.INDEX_OFFSET);
        zero(
                segment,
                SegmentLayout.INDEX_OFFSET + segment.prologue.entries() * SegmentLayout.ENTRY_BYTES,
                segment.first);
        for (SegmentScan.Gap gap : found.gaps()) {
            if (gap.why() == SegmentScan.Why.LOST) {
                lose(segment, gap.from(), gap.to());
            } else {
                pad(segment, gap.from(), gap.to());
            }
        }
        end(segment, found.tail());
        rebuild.run(segment, found.tail());
        segment.setHintRelease(found.lastIndex() == Index.NONE ? 0 : (int) Index.position(found.lastIndex()));
        write(segment);
        dataFrames += found.dataFrames();
        metadataFrames += found.metadataFrames();
        lastIndex = Math.max(lastIndex, found.lastIndex());
    }

    private void lose(SegmentFile segment, int start, int end) {
        losses.add(new RepairReport.Loss(segment.index(start), end - start));
        pad(segment, start, end);
    }

    private static void pad(SegmentFile segment, int start, int end) {
        for (int at = start; at < end; ) {
            int bytes = Math.min(end - at, FrameLayout.LENGTH_MASK & -FrameLayout.ALIGNMENT);
            int low = FrameLayout.low(FrameLayout.PADDING, bytes - FrameLayout.HEADER_BYTES);
            store(segment, at, low);
            at += bytes;
        }
    }

    /** Ends a segment, followed by zeros. */
    private static void end(SegmentFile segment, int at) {
        store(segment, at, FrameLayout.low(FrameLayout.END, 0));
        zero(segment, at + FrameLayout.HEADER_BYTES, segment.sizeBytes());
    }

    private static void zero(SegmentFile segment, int start, long end) {
        segment.memory.asSlice(start, end - start).fill((byte) 0);
    }

    private static void store(SegmentFile segment, int at, int low) {
        long header = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(at), low));
        Memory.setLongPlain(segment.memory, at, header);
    }

    private void write(SegmentFile segment) {
        epoch = segment.epoch();
        Path file = SegmentName.file(to, segment.number);
        try {
            Uninterrupted.call(() -> {
                write(file, segment.memory.asByteBuffer());
                return null;
            });
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static void write(Path file, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private JournalException failed(Path file, IOException cause) {
        String message = "cannot write copy file=" + file + " segmentSizeBytes=" + sizeBytes + " reason=" + cause;
        return to.toFile().getUsableSpace() < sizeBytes
                ? new JournalFullException(message, cause)
                : JournalFullException.orOther(message, cause);
    }

    /** Writes the table, last: only with it there is a journal in the directory. */
    private void table() {
        JournalTable old = scan.table().table();
        long createdMs = old == null ? System.currentTimeMillis() : old.createdMs();
        lockFile();
        JournalTable.create(to, scan.id(), createdMs, BootId.current(), FaultInjector.NONE);
        try (JournalTable table = JournalTable.open(to, Access.READ_WRITE)) {
            if (lastIndex != Index.NONE) {
                table.writerSynced(0).write(lastIndex, 0);
                table.resetSynced(lastIndex);
            }
            if (scan.firstKept() > 0) {
                table.setFirstKept(scan.firstKept(), old == null ? 0 : old.removedFrames());
            }
            if (old != null) {
                Periods.present(old).ifPresent(period -> table.setPeriod(period.opening(), period.number()));
                positions(old, table);
            }
            table.force();
        }
        Directories.force(to);
    }

    /** Creates the lock file; without it, opening the copy would wait for a writer that may have lost it. */
    private void lockFile() {
        Path file = to.resolve(SegmentName.LOCK);
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private void positions(JournalTable old, JournalTable table) {
        try {
            for (NamedPosition position : NamedPositions.list(old)) {
                NamedPosition copy = NamedPositions.open(table, position.name(), NamedPositions.Maker.ALONE);
                if (position.get() != Index.NONE) {
                    copy.set(position.get());
                }
                if (position.isParked()) {
                    copy.park();
                }
            }
        } catch (JournalDamagedException e) {
            findings.add(
                    FindingKind.TABLE,
                    old.file(),
                    TableLayout.POSITIONS_OFFSET,
                    Index.NONE,
                    "further named positions are lost reason=" + e.getMessage());
        }
    }
}
