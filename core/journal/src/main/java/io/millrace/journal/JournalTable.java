package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;

/** The mapped {@code journal.table}, drawn in {@link TableLayout}: identity, counters, named positions. */
final class JournalTable implements AutoCloseable {

    /** The number of a member that has none yet. */
    static final int NO_NUMBER = -1;

    private final Path file;

    /** Null for a copy, as the key is. */
    private final MappedFile mapped;

    private final FileKey key;

    private final MemorySegment memory;
    private FaultInjector injector = FaultInjector.NONE;
    private final JournalId id;
    private final long createdMs;

    private JournalTable(Path file, MemorySegment memory, MappedFile mapped, FileKey key) {
        this.file = file;
        this.key = key;
        this.mapped = mapped;
        this.memory = memory;
        int prologue = checkedPrologue();
        this.id = new JournalId(
                Memory.getLongPlain(memory, prologue + TableLayout.ID_HIGH_OFFSET),
                Memory.getLongPlain(memory, prologue + TableLayout.ID_LOW_OFFSET));
        this.createdMs = Memory.getLongPlain(memory, prologue + TableLayout.CREATED_OFFSET);
    }

    static boolean exists(Path directory) {
        // A table that must not be read is not absent: opening it states the reason.
        return !Files.notExists(directory.resolve(SegmentName.TABLE));
    }

    /**
     * Checks that a directory has a table.
     *
     * @throws JournalDamagedException if it has none, but frames, or more segments than a writer that creates a journal
     * @throws JournalException if it has no journal
     */
    static void require(Path directory) {
        if (exists(directory)) {
            return;
        }
        if (Files.isDirectory(directory)) {
            List<Long> numbers = SegmentName.list(directory);
            boolean isLost = numbers.size() > 1
                    || (numbers.size() == 1 && !isFirst(SegmentName.file(directory, numbers.getFirst())));
            if (isLost && !exists(directory)) {
                throw missing(directory, numbers.size());
            }
        }
        throw new JournalException("journal does not exist file=" + directory.resolve(SegmentName.TABLE));
    }

    /** Returns whether a segment is the first of its journal and without frames, as before there is a table. */
    private static boolean isFirst(Path file) {
        try (SegmentFile segment = SegmentFile.open(file, Access.READ_ONLY)) {
            return segment.prologue.number() == 0 && segment.isEmpty();
        } catch (JournalException e) {
            return !Files.exists(file) || Recovery.isBlank(file); // as after power failed while it was created
        }
    }

    static JournalDamagedException missing(Path directory, int segments) {
        return new JournalDamagedException("journal table is missing file=" + directory.resolve(SegmentName.TABLE)
                + " expected=table actual=none segments=" + segments);
    }

    /**
     * Writes a new table; the file gets its name only once it is complete.
     *
     * @param boot the machine run since which everything in the journal is known to exist
     * @param injector called at the force
     */
    static void create(Path directory, JournalId id, long createdMs, UUID boot, FaultInjector injector) {
        write(directory, blank(id, createdMs, boot), injector);
    }

    /** Writes the table of a new copy, which has no segment yet. */
    static void createCopy(Path directory, CopyOrigin origin, FaultInjector injector) {
        MemorySegment content = blank(origin.id(), origin.createdMs(), injector.machineRun());
        new TableRecord(content, TableLayout.ROLE_OFFSET).write(JournalRole.COPY.number(), NO_NUMBER);
        new TableRecord(content, TableLayout.FIRST_KEPT_OFFSET).write(origin.firstKept(), origin.removedFrames());
        write(directory, content, injector);
        Directories.force(directory);
        injector.forced(directory);
    }

    private static MemorySegment blank(JournalId id, long createdMs, UUID boot) {
        MemorySegment content = MemorySegment.ofArray(new long[TableLayout.SIZE_BYTES / Long.BYTES]);
        new TableRecord(content, TableLayout.BOOT_OFFSET)
                .write(boot.getMostSignificantBits(), boot.getLeastSignificantBits());
        Memory.setLongPlain(content, TableLayout.SYNCED_OFFSET, Index.NONE);
        for (int at : new int[] {TableLayout.PROLOGUE_A_OFFSET, TableLayout.PROLOGUE_B_OFFSET}) {
            Memory.setLongPlain(content, at, TableLayout.MAGIC);
            Memory.setIntPlain(content, at + TableLayout.VERSION_OFFSET, TableLayout.VERSION);
            Memory.setLongPlain(content, at + TableLayout.ID_HIGH_OFFSET, id.high());
            Memory.setLongPlain(content, at + TableLayout.ID_LOW_OFFSET, id.low());
            Memory.setLongPlain(content, at + TableLayout.CREATED_OFFSET, createdMs);
            Memory.setIntPlain(
                    content,
                    at + TableLayout.CHECKSUM_OFFSET,
                    FrameChecksum.ofBytes(content, at, TableLayout.CHECKSUM_OFFSET));
        }
        return content;
    }

    /** Writes a table, which replaces another one if there is one; the caller forces the directory. */
    static void write(Path directory, MemorySegment content, FaultInjector injector) {
        prepare(directory, content, injector);
        namePrepared(directory);
    }

    /** Writes a table under a temporary name, on the storage device. */
    static void prepare(Path directory, MemorySegment content, FaultInjector injector) {
        Path preparing = preparing(directory);
        try (FileOutputStream stream = new FileOutputStream(preparing.toFile())) { // no interrupt can close it
            stream.write(content.toArray(ValueLayout.JAVA_BYTE));
            injector.forcing(preparing, content, 0, TableLayout.SIZE_BYTES);
            stream.getFD().sync();
        } catch (IOException e) {
            throw notWritten(directory, e);
        }
    }

    /** Gives a prepared table its name. */
    static void namePrepared(Path directory) {
        try {
            Files.move(preparing(directory), directory.resolve(SegmentName.TABLE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw notWritten(directory, e);
        }
    }

    private static Path preparing(Path directory) {
        return directory.resolve(SegmentName.TABLE + ".preparing");
    }

    private static JournalException notWritten(Path directory, IOException cause) {
        String message = "cannot write journal table file=" + preparing(directory) + " reason=" + cause;
        return directory.toFile().getUsableSpace() < TableLayout.SIZE_BYTES
                ? new JournalFullException(message, cause)
                : JournalFullException.orOther(message, cause);
    }

    static JournalTable open(Path directory, Access access) {
        Path file = directory.resolve(SegmentName.TABLE);
        MappedFile mapped;
        FileKey key;
        try {
            key = FileKey.of(file);
            long sizeBytes = Files.size(file);
            if (sizeBytes < TableLayout.SIZE_BYTES) {
                throw new JournalDamagedException(truncated(file, sizeBytes));
            }
            mapped = MappedFile.open(file, access, 0, TableLayout.SIZE_BYTES);
        } catch (IOException | MemoryException e) {
            throw new JournalException("cannot map journal table file=" + file + " reason=" + e, e);
        }
        try {
            return new JournalTable(file, mapped.segment(), mapped, key);
        } catch (RuntimeException e) {
            mapped.close();
            throw e;
        }
    }

    /** Returns the message for a truncated table. */
    static String truncated(Path file, long sizeBytes) {
        return "journal table is truncated file=" + file + " offset=" + sizeBytes + " expectedBytes="
                + TableLayout.SIZE_BYTES + " actualBytes=" + sizeBytes;
    }

    /**
     * Creates a table from a copy of the file in private memory, which belongs to the caller.
     *
     * @throws JournalVersionException if the format version is unknown
     * @throws JournalDamagedException if both copies of its prologue are damaged
     */
    static JournalTable ofCopy(Path file, MemorySegment copy) {
        return new JournalTable(file, copy, null, null);
    }

    /** Returns whether one copy of the prologue is undamaged. */
    boolean isPrologueWhole(int at) {
        return Memory.getLongPlain(memory, at) == TableLayout.MAGIC
                && Memory.getIntPlain(memory, at + TableLayout.CHECKSUM_OFFSET)
                        == FrameChecksum.ofBytes(memory, at, TableLayout.CHECKSUM_OFFSET);
    }

    private int checkedPrologue() {
        int unknownVersionAt = -1;
        for (int at : new int[] {TableLayout.PROLOGUE_A_OFFSET, TableLayout.PROLOGUE_B_OFFSET}) {
            if (Memory.getLongPlain(memory, at) == TableLayout.MAGIC) {
                if (Memory.getIntPlain(memory, at + TableLayout.VERSION_OFFSET) != TableLayout.VERSION) {
                    unknownVersionAt = at;
                } else if (Memory.getIntPlain(memory, at + TableLayout.CHECKSUM_OFFSET)
                        == FrameChecksum.ofBytes(memory, at, TableLayout.CHECKSUM_OFFSET)) {
                    return at;
                }
            }
        }
        if (unknownVersionAt >= 0) {
            throw new JournalVersionException("unknown format version of table file=" + file
                    + " offset=" + (unknownVersionAt + TableLayout.VERSION_OFFSET) + " formatVersion="
                    + Memory.getIntPlain(memory, unknownVersionAt + TableLayout.VERSION_OFFSET) + " known="
                    + TableLayout.VERSION);
        }
        throw new JournalDamagedException("both copies of the table prologue are damaged file=" + file + " offset="
                + TableLayout.PROLOGUE_A_OFFSET + " expected=0x" + Long.toHexString(TableLayout.MAGIC) + " actual=0x"
                + Long.toHexString(Memory.getLongPlain(memory, TableLayout.PROLOGUE_A_OFFSET)));
    }

    /** Sets the injector for named positions; before any use of them. */
    void setInjector(FaultInjector value) {
        injector = value;
    }

    FaultInjector injector() {
        return injector;
    }

    JournalId id() {
        return id;
    }

    long createdMs() {
        return createdMs;
    }

    /**
     * Checks that the table in a directory is still this file.
     *
     * @throws JournalException if it is not
     */
    void checkDirectory(Path directory) {
        if (!key.isAt(directory.resolve(SegmentName.TABLE))) {
            throw role() == JournalRole.COPY && exists(directory)
                    ? new JournalException("copy was replaced or cut while it was open, since its source does not have"
                            + " all of it; open it again directory=" + directory)
                    : FileKey.lost(directory, SegmentName.TABLE);
        }
    }

    Path file() {
        return file;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Returns the index up to which every frame is on the storage device, or {@link Index#NONE}. */
    long syncedAcquire() {
        try {
            return Memory.getLongAcquire(memory, TableLayout.SYNCED_OFFSET);
        } catch (InternalError e) {
            throw gone(TableLayout.SYNCED_OFFSET, e);
        }
    }

    /** Returns the exception for memory of a table that the system could not provide, since the file became shorter. */
    static JournalDamagedException gone(int offset, InternalError cause) {
        return new JournalDamagedException(
                "another program changed the journal table file=" + SegmentName.TABLE + " offset=" + offset
                        + " expectedBytes=" + TableLayout.SIZE_BYTES,
                cause);
    }

    /** Raises the synced index; never lowers it. */
    void raiseSynced(long index) {
        long present = syncedAcquire();
        while (present < index) {
            if (Memory.compareAndSetLong(memory, TableLayout.SYNCED_OFFSET, present, index)) {
                return;
            }
            present = syncedAcquire();
        }
    }

    /** Returns the record in which one writer stores its synced index. */
    TableRecord writerSynced(int slot) {
        return new TableRecord(memory, TableLayout.writer(slot) + TableLayout.WRITER_SYNCED_OFFSET);
    }

    /** Returns the highest synced index that any writer has recorded. */
    long recordedSynced() {
        long highest = Index.NONE;
        for (int slot = 0; slot < OwnershipLock.WRITERS; slot++) {
            TableRecord record = writerSynced(slot);
            if (record.read()) {
                highest = Math.max(highest, record.first());
            }
        }
        return highest;
    }

    /** Sets the synced index that readers read; only while no other process has the journal open for writing. */
    void resetSynced(long index) {
        Memory.setLongRelease(memory, TableLayout.SYNCED_OFFSET, index);
    }

    /** Returns the machine run in which the journal was last opened for writing, or the zero identifier. */
    UUID boot() {
        TableRecord record = new TableRecord(memory, TableLayout.BOOT_OFFSET);
        return record.read() ? new UUID(record.first(), record.second()) : new UUID(0, 0);
    }

    void setBoot(UUID boot) {
        new TableRecord(memory, TableLayout.BOOT_OFFSET)
                .write(boot.getMostSignificantBits(), boot.getLeastSignificantBits());
    }

    /** Returns the record of {@link #firstKept} and {@link #removedFrames}, which belong together. */
    TableRecord removed() {
        return new TableRecord(memory, TableLayout.FIRST_KEPT_OFFSET);
    }

    /** Returns the number of the first segment that retention has kept; zero where it never removed any. */
    long firstKept() {
        TableRecord record = removed();
        return record.read() ? record.first() : 0;
    }

    /** Returns how many data frames the removed segments had. */
    long removedFrames() {
        TableRecord record = removed();
        return record.read() ? record.second() : 0;
    }

    /** Records, on the storage device, the first segment that is kept; one thread of one process at a time. */
    void setFirstKept(long number, long removedFrames) {
        removed().write(number, removedFrames);
        injector.forcing(file, memory, TableLayout.FIRST_KEPT_OFFSET, TableLayout.RECORD_BYTES);
        mapped.force(TableLayout.FIRST_KEPT_OFFSET, TableLayout.RECORD_BYTES);
    }

    /** Returns the record of the present period, never written where none was opened: index of its opening, number. */
    TableRecord period() {
        return new TableRecord(memory, TableLayout.PERIOD_OFFSET);
    }

    /** Records, on the storage device, the period in force; one thread of one process at a time. */
    void setPeriod(long opening, long number) {
        period().write(opening, number);
        injector.forcing(file, memory, TableLayout.PERIOD_OFFSET, TableLayout.RECORD_BYTES);
        mapped.force(TableLayout.PERIOD_OFFSET, TableLayout.RECORD_BYTES);
    }

    /**
     * Returns what this journal is among the members that hold it.
     *
     * @throws JournalDamagedException if the table does not say: a copy must not be taken for an ordinary journal
     */
    JournalRole role() {
        TableRecord record = new TableRecord(memory, TableLayout.ROLE_OFFSET);
        if (record.read()) {
            return JournalRole.of(record.first());
        }
        if (record.state() == TableRecord.State.LOST) {
            throw new JournalDamagedException(
                    "both copies of the role are damaged file=" + file + " offset=" + TableLayout.ROLE_OFFSET);
        }
        return JournalRole.ORDINARY;
    }

    /** Returns the number of this member, or {@link #NO_NUMBER}. */
    int memberNumber() {
        TableRecord record = new TableRecord(memory, TableLayout.ROLE_OFFSET);
        return record.read() ? (int) record.second() : NO_NUMBER;
    }

    /** Records role and number on the storage device; only while the caller owns the journal. */
    void setRole(JournalRole role, int number) {
        new TableRecord(memory, TableLayout.ROLE_OFFSET).write(role.number(), number);
        injector.forcing(file, memory, TableLayout.ROLE_OFFSET, TableLayout.RECORD_BYTES);
        mapped.force(TableLayout.ROLE_OFFSET, TableLayout.RECORD_BYTES);
    }

    /** Returns the record of the mark, never written where there is none: boundary, certain part. */
    TableRecord mark() {
        return new TableRecord(memory, TableLayout.MARK_OFFSET);
    }

    /** Raises both parts of the mark; never lowers one. One thread of one process at a time. */
    void raiseMark(Mark mark) {
        TableRecord record = mark();
        Mark present = Mark.of(record);
        Mark next = present.raisedTo(mark);
        if (!next.equals(present)) {
            record.write(next.boundary(), next.certain());
        }
    }

    /** Lowers the record of a mark to a boundary, if it is higher. */
    static void lowerMark(TableRecord record, long boundary) {
        Mark present = Mark.of(record);
        Mark next = present.upTo(boundary);
        if (!next.equals(present)) {
            record.write(next.boundary(), next.certain());
        }
    }

    /** Returns the record of what replication says about appends, never written where it said nothing. */
    TableRecord appends() {
        return new TableRecord(memory, TableLayout.APPENDS_OFFSET);
    }

    /** Records whether appends are allowed; one thread of one process at a time. */
    void setAppends(AppendOrder order) {
        TableRecord record = appends();
        if (!AppendOrder.of(record).equals(order)) {
            record.write(order.kind().number(), order.epochBits());
        }
    }

    /**
     * Increments the epoch of a writer slot that the caller has locked, and returns it: 1 to 65535, then again from 1.
     */
    int nextEpoch(int slot) {
        long before = Memory.getAndAddLong(memory, TableLayout.writer(slot), 1);
        return (int) ((before + 1) % 0xffff) + 1;
    }

    /** Returns the epoch that {@link #nextEpoch} last returned for a slot, in any process. */
    int epoch(int slot) {
        return (int) (Memory.getLongAcquire(memory, TableLayout.writer(slot)) % 0xffff) + 1;
    }

    /** Counts a force to the storage device that a writer has made. */
    void countForce(int slot, long tookNs) {
        Memory.getAndAddLong(memory, TableLayout.writer(slot) + TableLayout.WRITER_FORCES_OFFSET, 1);
        Memory.getAndAddLong(memory, TableLayout.writer(slot) + TableLayout.WRITER_FORCED_NS_OFFSET, tookNs);
    }

    /** Counts a claim that a writer has turned into padding. */
    void countFenced(int slot) {
        Memory.getAndAddLong(memory, TableLayout.writer(slot) + TableLayout.WRITER_FENCED_OFFSET, 1);
    }

    /** Returns the sum over all writer slots of one of their counters. */
    long sumOfWriters(int counterOffset) {
        long sum = 0;
        for (int slot = 0; slot < OwnershipLock.WRITERS; slot++) {
            sum += Memory.getLongAcquire(memory, TableLayout.writer(slot) + counterOffset);
        }
        return sum;
    }

    void force() {
        mapped.force();
    }

    @Override
    public void close() {
        if (mapped != null) {
            mapped.close();
        }
    }
}
