package io.millrace.journal;

import io.millrace.concurrent.ThreadOwner;
import io.millrace.memory.Access;
import io.millrace.memory.MemoryException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes a copy of a journal: the segments and frames of its source, byte for byte at the same indexes. Only one object
 * of one process can have a copy open for writing; any number of readers may have it open meanwhile.
 *
 * <p>Frames arrive in runs. Each frame is checked, with its index, before it can be seen, and the frames of a run
 * become visible together, so that a reader of the copy sees all frames of a batch or none, as a reader of the source
 * does. A run that was not completed leaves no trace.
 *
 * <p>A boundary is where a frame starts or the next one will start, in the form of an {@link Index}: everything before
 * it. The boundary after an end mark is the start of the next segment: {@code Index.of(number, 0)} until that segment
 * begins.
 *
 * <p>One thread at a time may use a copy writer; the first that does owns it until it calls {@link #handOver()} or
 * ends. An exception leaves the copy as it was before the call, except that an unfinished run is dropped.
 */
public final class CopyWriter implements AutoCloseable {

    /** A directory that was replaced is noticed within this time. */
    private static final long CHECK_PERIOD_NS = 500_000_000;

    private final Path directory;
    private final JournalOptions options;
    private final OwnershipLock lock;
    private final FaultInjector injector;
    private final CopySegments segments;
    private final SegmentHash hash = new SegmentHash();
    private final ThreadOwner owner;

    /** These three are replaced by a cut. */
    private JournalTable table;

    private CopyTail tail;
    private BoundaryForcer forcer;

    private long lastCheckNs = System.nanoTime();
    private boolean closed;

    private CopyWriter(
            Path directory, JournalOptions options, FaultInjector injector, OwnershipLock lock, JournalTable table) {
        this.directory = directory;
        this.options = options;
        this.lock = lock;
        this.injector = injector;
        this.segments = new CopySegments(directory, table.id(), options, injector, lock::recheck);
        this.owner = new ThreadOwner("CopyWriter", directory, options.ownerCheck(), this::release);
        enter(table);
    }

    private void enter(JournalTable entered) {
        entered.setInjector(injector);
        table = entered;
        tail = new CopyTail(options.clock(), injector);
        forcer = new BoundaryForcer(directory, entered, injector);
        tail.open(directory, entered);
        forcer.startAt(entered.recordedSynced());
    }

    /**
     * Creates an empty copy, readable for its user alone, and opens it. Readers of it find nothing until the first
     * segment begins.
     *
     * @param options durability, clock, error handler and owner check are used
     * @throws JournalException if there is a journal in the directory, or it cannot be created
     */
    public static CopyWriter create(Path directory, CopyOrigin origin, JournalOptions options) {
        return create(directory, origin, options, FaultInjector.NONE);
    }

    /** Creates a copy as {@link #create(Path, CopyOrigin, JournalOptions)} does, for proofs. */
    public static CopyWriter create(Path directory, CopyOrigin origin, JournalOptions options, FaultInjector injector) {
        Journal.createDirectory(directory);
        OwnershipLock lock = OwnershipLock.acquire(directory, Ownership.SINGLE);
        try {
            if (JournalTable.exists(directory) || !SegmentName.list(directory).isEmpty()) {
                throw new JournalException("cannot create a copy where a journal exists directory=" + directory);
            }
            JournalTable.createCopy(directory, origin, injector);
            return open(directory, options, injector, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw translated(e);
        }
    }

    /**
     * Opens a copy, or a source that is to become a copy: because another member appends now, or because its machine
     * went down. Finds which frames are whole, and sets everything after them to
     * zero. Afterwards the journal is a copy.
     *
     * @throws JournalLockedException if another object has it open for writing
     * @throws JournalDamagedException if a frame up to the synced index is not whole, or any frame in the machine run
     * in     which it was written; nothing was changed then
     * @throws JournalException if it does not exist, or is an ordinary journal
     */
    public static CopyWriter open(Path directory, JournalOptions options) {
        return open(directory, options, FaultInjector.NONE);
    }

    /** Opens a copy as {@link #open(Path, JournalOptions)} does, for proofs. */
    public static CopyWriter open(Path directory, JournalOptions options, FaultInjector injector) {
        Objects.requireNonNull(options, "options");
        if (!JournalTable.exists(directory)) {
            throw new JournalException("copy does not exist file=" + directory.resolve(SegmentName.TABLE));
        }
        OwnershipLock lock = OwnershipLock.acquire(directory, Ownership.SINGLE);
        try {
            awaitOthers(directory, injector, lock);
            return open(directory, options, injector, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw translated(e);
        }
    }

    /** Waits for a writer that may have a deleted lock file open; none survives the end of its machine. */
    private static void awaitOthers(Path directory, FaultInjector injector, OwnershipLock lock) {
        try (JournalTable table = JournalTable.open(directory, Access.READ_ONLY)) {
            if (!table.boot().equals(injector.machineRun())) {
                return;
            }
            if (AppendOrder.of(table.appends()).kind() == AppendOrder.Kind.FENCED) {
                lock.awaitHolderThatWasFenced();
            } else {
                lock.awaitRecheckOfOthers();
            }
        }
    }

    private static RuntimeException translated(RuntimeException error) {
        return error instanceof MemoryException ? new JournalException(error.getMessage(), error) : error;
    }

    private static CopyWriter open(Path directory, JournalOptions options, FaultInjector injector, OwnershipLock lock) {
        JournalTable table = JournalTable.open(directory, Access.READ_WRITE);
        try {
            table.setInjector(injector);
            if (table.role() == JournalRole.ORDINARY) {
                throw new JournalException("journal has no copies and is none; it is opened for appending instead"
                        + " directory=" + directory);
            }
            CopyRecovery.run(directory, table, injector);
            return new CopyWriter(directory, options, injector, lock, table);
        } catch (RuntimeException e) {
            table.close();
            throw e;
        }
    }

    /** Returns the identity of the journal. */
    public JournalId id() {
        return table.id();
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns the number of the first segment that is kept. */
    public long firstKept() {
        checkOpen();
        return table.firstKept();
    }

    /** Returns the boundary after the last visible frame. */
    public long end() {
        checkOpen();
        return tail.end(table.firstKept());
    }

    /** Returns a boundary before which everything is on the storage device. */
    public long syncedEnd() {
        checkOpen();
        return forcer.forced();
    }

    /** Returns the index of the last data or metadata frame, or {@link Index#NONE}. */
    public long lastIndex() {
        checkOpen();
        return tail.lastIndex();
    }

    /**
     * Lets a copy without segments begin at another one, because its source has removed those before.
     *
     * @throws JournalException if the copy has segments, or the origin is that of another journal
     */
    public void beginAt(CopyOrigin origin) {
        checkOpen();
        if (tail.segment() != null || !origin.id().equals(table.id())) {
            throw new JournalException("only an empty copy of the same journal begins elsewhere directory=" + directory
                    + " end=" + Index.toText(end()) + " id=" + table.id() + " asked=" + origin.id());
        }
        table.setFirstKept(origin.firstKept(), origin.removedFrames());
        forcer.startAt(table.recordedSynced());
    }

    /**
     * Begins the next segment of the source; does nothing for the segment that was begun last, except that it notes the
     * time if none was known.
     *
     * @param prologue bytes 0 to 127 of the segment's file, as the source has them
     * @param begunMs when its first frame was about to be written, milliseconds since 1970, or zero if there was none
     * @throws JournalFullException if the disk has no space for it
     * @throws JournalException if it is not the next segment of this journal, or the last one has not ended
     */
    public void beginSegment(MemorySegment prologue, long begunMs) {
        checkOpen();
        lock.recheck();
        SegmentFile present = tail.segment();
        try {
            boolean isPresent = present != null
                    && prologue.byteSize() == SegmentLayout.PROLOGUE_BYTES
                    && prologue.mismatch(present.memory.asSlice(0, SegmentLayout.PROLOGUE_BYTES)) < 0;
            if (!isPresent) {
                checkMayBegin(present);
                long next = present == null ? table.firstKept() : present.number + 1;
                tail.enter(segments.create(next, present == null ? Epoch.FIRST : present.epoch(), prologue));
            }
            if (begunMs != 0) {
                tail.segment().begin(begunMs);
            }
        } catch (InternalError e) { // a mapped page no longer exists
            throw tail.gone(e);
        }
    }

    private void checkMayBegin(SegmentFile present) {
        if (present != null && !tail.isEnded()) {
            throw new JournalException("segment cannot begin before the last one has ended directory=" + directory
                    + " end=" + Index.toText(end()));
        }
    }

    /**
     * Writes bytes of a run of frames.
     *
     * @param boundary where they belong: {@link #end()} for the first bytes of a run, else after the bytes before
     * @param bytes the bytes, as the source has them; a multiple of 8, which need not end where a frame ends
     * @param end whether the run ends with them; a segment's end mark always ends a run
     * @param timeMs a time: no frame of the run, nor any before it, was published later, milliseconds since 1970
     * @throws JournalException if they belong elsewhere, do not fit, or a frame is not valid; the run is dropped then
     */
    public void write(long boundary, MemorySegment bytes, RunEnd end, long timeMs) {
        checkOpen();
        checkDirectory();
        try {
            boolean ended = tail.write(boundary, bytes, directory);
            if (ended || end == RunEnd.ENDS) {
                tail.publish(timeMs);
            }
        } catch (InternalError e) { // a mapped page no longer exists
            throw tail.gone(e);
        } catch (RuntimeException e) {
            tail.dropRun();
            throw e;
        }
    }

    /**
     * Ends the last segment with its end mark, as the source has ended it; does nothing if it has ended. For sources
     * that do not send end marks with their runs.
     *
     * @param timeMs a time: no frame of the segment was published later, milliseconds since 1970
     * @throws JournalException if there is no segment
     */
    public void endSegment(long timeMs) {
        checkOpen();
        SegmentFile present = tail.segment();
        if (present == null) {
            throw new JournalException("copy has no segment that could end directory=" + directory);
        }
        if (!tail.isEnded()) {
            dropRun();
            long boundary = end();
            int low = FrameLayout.low(FrameLayout.END, 0);
            long[] mark = {FrameLayout.header(low, FrameChecksum.ofHeader(boundary, low))};
            write(boundary, MemorySegment.ofArray(mark), RunEnd.ENDS, timeMs);
        }
    }

    /** Drops the run that is not finished, if there is one: its bytes become zeros. */
    public void dropRun() {
        checkOpen();
        try {
            tail.dropRun();
        } catch (InternalError e) {
            throw tail.gone(e);
        }
    }

    /**
     * Forces everything visible to the storage device, and raises the synced index to the last frame of a run that has
     * ended in this opening: after a loss of power half a batch may be left at the end, and the mark is lowered to the
     * synced index by the next one.
     *
     * @return {@link #syncedEnd()}
     * @throws JournalException if the device reports an error
     */
    public long force() {
        checkOpen();
        lock.recheck();
        try {
            return forcer.force(end(), tail.settledIndex(), tail.segment());
        } catch (MemoryException e) {
            throw new JournalException("cannot sync frames directory=" + directory + " reason=" + e.getMessage(), e);
        } catch (InternalError e) {
            throw tail.gone(e);
        }
    }

    /** Returns a force of what is visible now, which another thread may run; null if all of it is on the device. */
    public CopyForce forcing() {
        checkOpen();
        return forcer.forcing(end(), tail.settledIndex(), tail.segment());
    }

    /** Returns the epochs of the kept segments in their order, each with its first segment. */
    public List<EpochStart> epochs() {
        checkOpen();
        try (Journal journal = Journal.openReadOnly(directory)) {
            return journal.epochs();
        }
    }

    /**
     * Returns the running hash of the headers of a segment, from its first frame to a boundary in it. It is the same in
     * the source if and only if, but for chance, the frames are. A call for the end, after a call for an earlier end,
     * hashes the frames in between alone.
     *
     * @throws JournalException if no frame starts or ends there
     */
    public long hash(long boundary) {
        checkOpen();
        return withSegment(Index.segment(boundary), segment -> {
            int position = (int) Math.min(Index.position(boundary), segment.sizeBytes());
            return hash.before(segment, Math.max(position, segment.first));
        });
    }

    /**
     * Returns the hash of all frames that a segment has now, its end mark included.
     *
     * @throws JournalException if there is no such segment
     */
    public long hashOfSegment(long number) {
        checkOpen();
        return withSegment(number, segment -> hash.before(segment, hash.end(segment)));
    }

    private interface OfSegment {
        long apply(SegmentFile segment);
    }

    private long withSegment(long number, OfSegment function) {
        SegmentFile present = tail.segment();
        if (present != null && present.number == number) {
            return function.apply(present);
        }
        if (number < table.firstKept() || present == null || number > present.number) {
            throw new JournalException("copy has no such segment segment=" + number + " firstKept=" + table.firstKept()
                    + " end=" + Index.toText(end()) + " directory=" + directory);
        }
        try (SegmentFile segment = SegmentFile.open(directory, number, table.id(), Access.READ_ONLY)) {
            return function.apply(segment);
        }
    }

    /**
     * Cuts the copy at a boundary, because its source does not have what follows. That is set aside in a directory
     * beside the copy, {@code NAME.cut-1} or with the next free number, as a copy of its own, which holds the segments
     * from that of the boundary and which no replication continues; in the directory of the copy, if that is the root
     * of a volume. Readers that have the copy open read what they have
     * mapped, and get an exception with their next segment, or within about a second of waiting. Everything is on the
     * storage device when this returns.
     *
     * <p>After a crash the copy is as before or has lost some or all of what was to be cut, which is set aside; the
     * same call again completes the cut, and may set aside the rest once more.
     *
     * @param boundary not after {@link #end()}; a synced index, mark or period after it is lowered or forgotten
     * @return the directory of what was set aside; empty if there was nothing after the boundary
     * @throws JournalException if no frame starts or ends there, or files cannot be written; the copy is unchanged
     *     then, or this object is closed, and the copy must be opened again
     */
    public Optional<Path> cut(long boundary) {
        checkOpen();
        lock.recheck();
        dropRun();
        if (boundary == end()) {
            return Optional.empty();
        }
        force();
        CopyCut cut = new CopyCut(segments, table, boundary);
        Path aside = cut.prepare();
        try {
            cut.replace();
            tail.close();
            table.close();
            enter(JournalTable.open(directory, Access.READ_WRITE));
            hash.reset();
        } catch (RuntimeException e) {
            close();
            throw translated(e);
        }
        return Optional.of(aside);
    }

    /**
     * Makes this copy the source: ends its last segment, and creates the first segment of a new epoch, in which {@link
     * Journal#open} continues. Everything is on the storage device when this returns, and this object is closed. An
     * exception or a crash leaves a copy, perhaps with empty segments of the epoch at its end; the same call again,
     * after opening the copy again, completes the promotion.
     *
     * @param epoch a higher epoch than that of any segment
     * @param minSegment the number of its first segment is this or a higher one: higher than that of any segment in
     * which     this member has ever appended. Missing numbers become empty segments
     * @throws JournalException if the copy has a segment of a higher epoch, or frames of this one
     */
    public void promote(Epoch epoch, long minSegment) {
        checkOpen();
        lock.recheck();
        dropRun();
        force();
        long last = lastSegment();
        new CopyPromotion(segments, table, options).run(epoch, last, minSegment);
        close();
    }

    private long lastSegment() {
        SegmentFile present = tail.segment();
        return present == null ? table.firstKept() - 1 : present.number;
    }

    /**
     * Takes the space for the first segment of a new epoch, before other members are asked to follow that: a disk
     * without space is an obstacle then, and no member without a source. The space is used by {@link #promote}, given
     * back by {@link #releaseReserved} and by the next opening.
     *
     * @param minSegment as for {@link #promote}
     * @throws JournalFullException if the disk has no space for it
     */
    public void reserve(long minSegment) {
        checkOpen();
        lock.recheck();
        long last = lastSegment();
        segments.reserve(Math.max(minSegment, last + 1), new CopyPromotion(segments, table, options).sizeBytes(last));
    }

    /** Gives back what {@link #reserve} has taken for the same number; does nothing if there is nothing. */
    public void releaseReserved(long minSegment) {
        checkOpen();
        segments.release(Math.max(minSegment, lastSegment() + 1));
    }

    /** Raises both parts of the mark, up to which readers of the copy read; a lower one changes nothing. */
    public void setMark(Mark mark) {
        checkOpen();
        table.raiseMark(mark);
    }

    /** Returns the mark that was set last. */
    public Mark mark() {
        checkOpen();
        return Mark.of(table.mark());
    }

    /**
     * Records the number of this member, on the storage device.
     *
     * @param number 0 to {@link Epoch#MAX_LEADER}
     */
    public void setNumber(int number) {
        checkOpen();
        if (number < 0 || number > Epoch.MAX_LEADER) {
            throw new JournalException("number of a member must be 0 to " + Epoch.MAX_LEADER + " number=" + number);
        }
        if (table.memberNumber() != number) {
            table.setRole(JournalRole.COPY, number);
        }
    }

    /** Returns the number of this member, or -1 if it has none yet. */
    public int number() {
        checkOpen();
        return table.memberNumber();
    }

    /**
     * Removes the segments before a number, as retention of the source has done.
     *
     * @param firstKept number of the first segment that is kept, not after the last
     * @param removedFrames how many data frames the source has removed before it
     * @throws JournalException if that would remove the last segment, or a file cannot be removed
     */
    public void removeBefore(long firstKept, long removedFrames) {
        checkOpen();
        lock.recheck();
        SegmentFile present = tail.segment();
        if (present == null || firstKept > present.number) {
            throw new JournalException("copy cannot remove its last segment directory=" + directory + " firstKept="
                    + firstKept + " end=" + Index.toText(end()));
        }
        if (firstKept > table.firstKept()) {
            table.setFirstKept(firstKept, removedFrames);
            forcer.passRemoved(firstKept);
            Retention.delete(directory, firstKept);
        }
    }

    /**
     * Removes segments by a policy of this copy alone: its source and the other copies may keep more or less. Only what
     * is acknowledged is removed, as a copy may be cut after that.
     *
     * @param reader this copy, open for reading in this process
     */
    public Removal retain(Journal reader, RetentionPolicy policy) {
        checkOpen();
        JournalEnd readEnd = new JournalEnd(reader.store());
        Removal removal = new Retention(reader.store(), table, readEnd, lock, options).apply(policy);
        if (!removal.segments().isEmpty()) {
            forcer.passRemoved(table.firstKept());
        }
        return removal;
    }

    /**
     * Records the period that is in force in the source, on the storage device; does nothing if it is recorded.
     *
     * @throws JournalException if its opening is not held yet
     */
    public void setPeriod(Period period) {
        checkOpen();
        Period present = Periods.present(table).orElse(null);
        if (period.equals(present)) {
            return;
        }
        if (period.opening() >= end()) {
            throw new JournalException("period opens with frames that the copy has not opening="
                    + Index.toText(period.opening()) + " end=" + Index.toText(end()) + " directory=" + directory);
        }
        table.setPeriod(period.opening(), period.number());
    }

    private void checkDirectory() {
        long nowNs = System.nanoTime();
        if (nowNs - lastCheckNs >= CHECK_PERIOD_NS) {
            lastCheckNs = nowNs;
            lock.recheck();
        }
    }

    private void checkOpen() {
        owner.check();
        if (closed) {
            throw new JournalClosedException("copy writer is closed directory=" + directory);
        }
    }

    /**
     * Leaves this object without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Closes the copy; an unfinished run is dropped. Any thread may close. Where another thread is the owner and has
     * not ended, its next call closes and gets {@link JournalClosedException}. May be called again.
     */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        closed = true;
        try {
            tail.dropRun();
        } finally {
            tail.close();
            table.close();
            lock.close();
        }
    }
}
