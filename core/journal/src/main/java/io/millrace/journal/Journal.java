package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import io.millrace.memory.DiskFullException;
import io.millrace.memory.MemoryException;
import io.millrace.memory.Unclosed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/**
 * A durable, ordered log of frames in a directory: appenders add at its end, tailers read it, in this process and
 * others.
 *
 * <p>Any thread may call any method. An appender or a tailer belongs to one thread at a time, the first that uses it,
 * until that thread hands it over; all appenders and tailers of a journal object share its mappings. The directory has
 * a random identity, {@link #id()}, which together with an {@link Index} identifies a frame everywhere.
 */
public final class Journal implements AutoCloseable {

    /** Throws on any access, as an unmapped segment does. */
    static final MemorySegment CLOSED_MEMORY = closedMemory();

    private static final String PRIVATE = "rwx------";

    private final Path directory;
    private final JournalTable table;
    private final SegmentStore store;
    private final JournalEnd end;
    private final FrameCounts counts;
    private final WriterState state;

    private final Unclosed unclosed;

    private volatile boolean closed;

    Journal(Path directory, JournalTable table, SegmentStore store, JournalEnd end, WriterState state) {
        this.directory = directory;
        this.table = table;
        this.store = store;
        this.end = end;
        this.counts = new FrameCounts(store, table);
        this.state = state;
        this.unclosed = Unclosed.watch(this, "journal", directory);
    }

    private static MemorySegment closedMemory() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(FrameLayout.HEADER_BYTES, FrameLayout.ALIGNMENT);
        }
    }

    /**
     * Opens a journal for reading and appending; creates it, readable for its user alone, where it does not exist;
     * recovers it after its last process was killed.
     *
     * @throws JournalLockedException if another journal object owns it in a way that excludes this one
     * @throws JournalDamagedException if its files are damaged; nothing was changed then
     * @throws JournalVersionException if it was written in an unknown format version
     * @throws JournalFullException if the disk has no space, no inodes or no quota for the directory or a file
     * @throws JournalException if the directory cannot be created, read or written; if the journal is a copy, or a
     *     source whose machine went down
     */
    public static Journal open(Path directory, JournalOptions options) {
        return open(directory, options, FaultInjector.NONE);
    }

    /**
     * Opens a journal as {@link #open(Path, JournalOptions)} does, for proofs: with an injector that is called at every
     * fail point and may end the process there.
     */
    public static Journal open(Path directory, JournalOptions options, FaultInjector injector) {
        createDirectory(directory);
        OwnershipLock lock = OwnershipLock.acquire(directory, options.ownership());
        JournalTable table = null;
        SegmentStore store = null;
        try {
            boolean isNew = !JournalTable.exists(directory);
            if (lock.isExclusive()) {
                Recovery.create(directory, options, injector, lock::recheck);
            }
            table = JournalTable.open(directory, Access.READ_WRITE);
            checkRole(directory, table, injector.machineRun());
            table.setInjector(injector);
            SegmentCreator creator =
                    new SegmentCreator(directory, table.id(), options, ownerName(options), injector, lock::recheck);
            if (lock.isExclusive()) {
                if (!isNew && table.boot().equals(injector.machineRun())) { // no writer survives the end of its machine
                    lock.awaitRecheckOfOthers();
                }
                Recovery.run(directory, table, creator);
                lock.share();
            }
            store = new SegmentStore(directory, table, Access.READ_WRITE);
            JournalEnd end = new JournalEnd(store);
            return new Journal(directory, table, store, end, WriterState.start(table, store, end, lock, creator));
        } catch (DiskFullException e) {
            throw closeAll(new JournalFullException(e.getMessage(), e), store, table, lock);
        } catch (MemoryException e) {
            throw closeAll(new JournalException(e.getMessage(), e), store, table, lock);
        } catch (RuntimeException e) {
            throw closeAll(e, store, table, lock);
        }
    }

    private static void checkRole(Path directory, JournalTable table, UUID machineRun) {
        JournalRole role = table.role();
        if (role == JournalRole.COPY) {
            throw new JournalException(
                    "journal is a copy, which only replication writes: open it for reading, or promote"
                            + " it directory=" + directory + " role=" + role);
        }
        if (role == JournalRole.SOURCE && !table.boot().equals(machineRun)) {
            throw new JournalException("machine of this source went down, and its copies may hold frames that it has"
                    + " lost: promote one of the members directory=" + directory + " role=" + role);
        }
    }

    /**
     * Returns a name that no other process, and no other opening in this one, uses at the same time on this machine. A
     * single owner is alone, and a random name would take a large part of the first opening in a process.
     */
    private static String ownerName(JournalOptions options) {
        return options.ownership() == Ownership.SINGLE
                ? "owner"
                : JournalId.random().toString();
    }

    private static RuntimeException closeAll(
            RuntimeException error, SegmentStore store, JournalTable table, OwnershipLock lock) {
        if (store != null) {
            store.close();
        }
        if (table != null) {
            table.close();
        }
        lock.close();
        return error;
    }

    /** Creates a directory, readable for its user alone, unless it exists. */
    static void createDirectory(Path directory) {
        try {
            if (Files.isDirectory(directory)) {
                return;
            }
            boolean posix =
                    directory.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] attributes = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE))
                    }
                    : new FileAttribute<?>[0];
            List<Path> parents = missingParents(directory);
            Files.createDirectories(directory, attributes);
            parents.forEach(Directories::force); // synced frames must not be lost with their directory
        } catch (IOException e) {
            throw JournalFullException.orOther(
                    "cannot create journal directory directory=" + directory + " reason=" + e, e);
        }
    }

    /** Returns the directories that get a new entry when this directory and its parents are created. */
    private static List<Path> missingParents(Path directory) {
        List<Path> parents = new ArrayList<>();
        Path at = directory.toAbsolutePath();
        while (at.getParent() != null && !Files.exists(at)) {
            at = at.getParent();
            parents.add(at);
        }
        return parents;
    }

    /**
     * Opens a journal for reading. Needs no write permission, takes no lock, and disturbs no writer.
     *
     * @throws JournalDamagedException if there are segments with frames, and no table
     * @throws JournalException if the journal does not exist, and as {@link #open} otherwise
     */
    public static Journal openReadOnly(Path directory) {
        JournalTable.require(directory);
        JournalTable table = JournalTable.open(directory, Access.READ_ONLY);
        SegmentStore store = new SegmentStore(directory, table, Access.READ_ONLY);
        return new Journal(directory, table, store, new JournalEnd(store), null);
    }

    /**
     * Returns whether there is a journal in a directory. There is none until the first writer has created it
     * completely; a directory that must not be read counts as a journal, and opening it states the reason.
     */
    public static boolean exists(Path directory) {
        return JournalTable.exists(directory);
    }

    /** Returns the identity, which never changes. */
    public JournalId id() {
        return table.id();
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns whether this object was opened for reading only. */
    public boolean isReadOnly() {
        return state == null;
    }

    /** Returns the epoch of the segment in which this journal ends now. */
    public Epoch epoch() {
        checkOpen();
        while (true) {
            SegmentFile last = store.acquireIfPresent(end.locate().segment());
            if (last != null) { // else retention has removed it meanwhile
                Epoch epoch = last.epoch();
                store.release(last);
                return epoch;
            }
            if (store.isEmptyCopy()) {
                return Epoch.FIRST;
            }
        }
    }

    /**
     * Returns the epochs of the kept segments in their order, each with its first segment. Takes as long as there are
     * epochs, not segments.
     *
     * @throws JournalDamagedException if an epoch is lower than one before it
     */
    public List<EpochStart> epochs() {
        checkOpen();
        return EpochStart.list(store, end.locate().segment());
    }

    /**
     * Returns the index of a position in a segment, with the leader of the segment; with leader zero where the segment
     * does not exist.
     *
     * @param segment number of the segment, 0 to {@link Index#MAX_SEGMENT}
     * @param position position in bytes, a multiple of 8, 0 to {@link Index#MAX_POSITION}
     * @throws JournalDamagedException if the segment has no whole prologue
     */
    public long indexAt(long segment, long position) {
        checkOpen();
        SegmentFile held = store.acquireIfPresent(segment);
        if (held == null) {
            return Index.of(segment, position);
        }
        store.release(held);
        return Index.withPosition(held.indexBase, position);
    }

    /**
     * Returns a new appender: in single ownership the only one until it is closed, in shared ownership one of any
     * number.
     *
     * @throws JournalLockedException if there is one already, in single ownership
     * @throws JournalException if the journal is read-only
     */
    public Appender appender() {
        return appender(writerState().options().ownerCheck());
    }

    /**
     * Returns a new appender as {@link #appender()} does, with the owner check on or off whatever the options say: for
     * objects that append with it and check their own owner.
     *
     * @throws JournalLockedException if there is one already, in single ownership
     * @throws JournalException if the journal is read-only
     */
    public Appender appender(OwnerCheck ownerCheck) {
        return writerState().appender(this, ownerCheck);
    }

    /** Returns a new tailer with {@link TailerOptions#defaults()}, before the first frame. */
    public Tailer tailer() {
        return tailer(TailerOptions.defaults());
    }

    /** Returns a new tailer: before the first frame if it reads forward, after the last frame if backward. */
    public Tailer tailer(TailerOptions options) {
        checkOpen();
        return Tailer.open(this, options);
    }

    /** Returns what reads single frames by their index, in any order. */
    public Frames frames() {
        return frames(OwnerCheck.ON);
    }

    /** Returns the same as {@link #frames()}, with the owner check on or off: for objects that check it themselves. */
    public Frames frames(OwnerCheck ownerCheck) {
        checkOpen();
        return new Frames(this, ownerCheck);
    }

    /** Returns the index of the first data or metadata frame that is kept, or {@link Index#NONE}. */
    public long firstIndex() {
        checkOpen();
        TailerOptions all =
                TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE).withMark(MarkPolicy.NEVER);
        try (Tailer tailer = tailer(all)) {
            return tailer.read() == Read.MESSAGE ? tailer.index() : Index.NONE;
        }
    }

    /** Returns the index of the last data or metadata frame that is published now, or {@link Index#NONE}. */
    public long lastIndex() {
        checkOpen();
        return end.lastIndex();
    }

    /** Returns the index of the last frame that is synced together with all frames before it, or {@link Index#NONE}. */
    public long syncedIndex() {
        checkOpen();
        return table.syncedAcquire();
    }

    /** Returns up to where frames are acknowledged; {@link Mark#NONE} in a journal without copies. */
    public Mark mark() {
        checkOpen();
        return Mark.of(table.mark());
    }

    /**
     * Raises both parts of the mark of a source; a lower one changes nothing. One thread of one process at a
     * time; it is the replication that knows what the copies hold.
     *
     * @throws JournalException if the journal is read-only or no source
     */
    public void raiseMark(Mark mark) {
        WriterState writer = writerState();
        if (table.role() != JournalRole.SOURCE) {
            throw new JournalException(
                    "journal is no source of copies directory=" + directory + " role=" + table.role());
        }
        table.raiseMark(mark);
        writer.acknowledgements().raised();
    }

    /** Returns the index of the last frame that is acknowledged, or {@link Index#NONE}. */
    public long acknowledgedIndex() {
        checkOpen();
        Mark mark = Mark.of(table.mark());
        return mark.boundary() == Index.NONE ? Index.NONE : end.lastBefore(mark.boundary());
    }

    /** Returns the index of the last data or metadata frame before a boundary, or {@link Index#NONE}. */
    long lastBefore(long boundary) {
        checkOpen();
        return end.lastBefore(boundary);
    }

    /**
     * Refuses all appends from now on, because another member was promoted. A frame that an appender has begun to write
     * may still be published in the moment of the call.
     *
     * @param by the epoch of that member
     * @throws JournalException if the journal is read-only
     */
    public void fence(Epoch by) {
        writerState().refusals().fence(by);
    }

    /**
     * Admits or refuses appends at once, as replication has said by {@link SourceTable}. Without this call, that takes
     * about a second at most.
     *
     * @throws JournalException if the journal is read-only
     */
    public void followReplication() {
        writerState().orders().follow();
    }

    /**
     * Returns what is known of a copy of this journal; begins with a copy that is not known yet.
     *
     * @param name 1 to 104 bytes of UTF-8
     * @throws JournalException if the name is too long, there is no space for another name, or the name is unknown and
     *     the journal is read-only
     */
    public Replica replica(String name) {
        if (name.isEmpty()) {
            throw new JournalException("replica name must not be empty name=");
        }
        return new Replica(this, position(Replica.PREFIX + name));
    }

    /**
     * Returns how many messages (data frames) were published before an index, from the first that the journal ever had,
     * removed ones included. For the index of a message this is its number, by which {@link Tailer#seekMessage} finds
     * it.
     */
    public long messagesBefore(long index) {
        checkOpen();
        return index < 0 ? counts.removed() : counts.before(index);
    }

    /**
     * Returns how many kept messages (data frames) are at or after one index and before another. Takes as long as their
     * segments are many, however many others there are.
     *
     * @param from an index, not negative
     * @param until an index, not negative
     */
    public long messagesBetween(long from, long until) {
        checkOpen();
        return counts.between(from, until);
    }

    /** Returns how many messages (data frames) were ever published. */
    public long messages() {
        return counts.before(end().place());
    }

    /**
     * Returns a position under a name, stored in the journal; creates it, as never read, where it does not exist.
     *
     * @param name 1 to 112 bytes of UTF-8
     * @throws JournalException if the name is too long, there is no space for another name, or the name is unknown and
     *     the journal is read-only
     */
    public NamedPosition position(String name) {
        checkOpen();
        return isReadOnly()
                ? NamedPositions.existing(table, name, Access.READ_ONLY)
                : NamedPositions.open(table, name, state.maker())
                        .withOwnerCheck(state.options().ownerCheck());
    }

    /** Returns the state of the reader of each named position, by name; also of a journal that is read-only. */
    public SequencedMap<String, PositionState> positions() {
        checkOpen();
        SequencedMap<String, PositionState> positions = new LinkedHashMap<>();
        NamedPositions.list(table).forEach(position -> positions.put(position.name(), position.state()));
        return positions;
    }

    /**
     * Removes the segments that a policy does not keep, whatever the options of the journal say. A reader inside a
     * removed segment can read it to its end, and then gets {@link Read#REMOVED}; the disk gets the space back when the
     * last such reader, in any process, has left. Segments are removed only once a background thread has completed
     * their sparse index, so the newest of them can stay a little longer.
     *
     * @throws JournalException if the journal is read-only or a file cannot be removed
     */
    public Removal retain(RetentionPolicy policy) {
        return writerState().retention().apply(policy);
    }

    /** Returns the period in force; empty where none was ever opened. */
    public Optional<Period> period() {
        checkOpen();
        return Periods.present(table);
    }

    /**
     * Puts a new period in force; everything before its opening is no longer needed. Returns once the storage device
     * has recorded that. A process or a machine that goes down before leaves the old period in force.
     *
     * @param opening index of the first frame of the opening, the first of its segment: {@link
     *     Appender#startSegment()}; the opening of the period in force changes nothing
     * @param end index of the last frame of the opening, which is synced: {@link Appender#awaitSynced}
     * @return the period in force then: in shared ownership perhaps the earlier one, where another process changes it
     *     or removes segments at this moment, or a later one; empty where there is none yet
     * @throws JournalException if the journal is read-only, the opening is not the first frame of a segment or not
     *     after the period in force, or its end is not synced
     */
    public Optional<Period> openPeriod(long opening, long end) {
        return writerState().periods().open(opening, end);
    }

    /** Returns a description of the journal at this moment; walks the frames that the sparse index does not cover. */
    public JournalInfo info() {
        checkOpen();
        return InfoReader.read(this);
    }

    /** Returns what this journal is among the machines that hold it. */
    public JournalRole role() {
        checkOpen();
        return table.role();
    }

    /**
     * Makes a journal that has no copies the source of copies; does nothing if it is one. It stays the source until it
     * is opened by {@link CopyWriter}.
     *
     * @param number number of this member, 0 to {@link Epoch#MAX_LEADER}
     * @throws JournalException if the journal is read-only, or a source with another number
     */
    public void becomeSource(int number) {
        writerState();
        if (number < 0 || number > Epoch.MAX_LEADER) {
            throw new JournalException("number of a member must be 0 to " + Epoch.MAX_LEADER + " number=" + number);
        }
        boolean isSource = table.role() == JournalRole.SOURCE;
        if (isSource && table.memberNumber() != number) {
            throw new JournalException("journal is the source with another number directory=" + directory + " number="
                    + table.memberNumber() + " asked=" + number);
        }
        if (!isSource) {
            table.setRole(JournalRole.SOURCE, number);
        }
    }

    /** Returns a new cursor over the frames as copies get them; for one thread at a time. */
    public JournalRuns runs() {
        return runs(OwnerCheck.ON);
    }

    /**
     * Returns a new cursor as {@link #runs()} does, with the owner check on or off: for objects that see to it
     * themselves that one thread at a time uses it.
     */
    public JournalRuns runs(OwnerCheck ownerCheck) {
        checkOpen();
        InstantSource clock =
                state == null ? InstantSource.system() : state.options().clock();
        return new JournalRuns(this, clock, ownerCheck);
    }

    /** Returns how this object owns the journal; empty if it is read-only. */
    public Optional<Ownership> ownership() {
        return Optional.ofNullable(state).map(each -> each.options().ownership());
    }

    WriterState writerState() {
        checkOpen();
        if (state == null) {
            throw new JournalException("journal is open for reading only directory=" + directory);
        }
        return state;
    }

    FrameCounts counts() {
        checkOpen();
        return counts;
    }

    JournalTable table() {
        return table;
    }

    SegmentStore store() {
        return store;
    }

    FrameWalk.Tail end() {
        checkOpen();
        return end.locate();
    }

    boolean isClosed() {
        return closed;
    }

    private void checkOpen() {
        if (closed) {
            throw new JournalClosedException("journal is closed directory=" + directory);
        }
    }

    /**
     * Closes this journal with its appenders and tailers; a thread that still uses one gets {@link
     * JournalClosedException}. A journal that is opened {@code SYNCED} syncs its published frames first. May be called
     * again.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        unclosed.closed();
        if (state != null) {
            state.stop();
        }
        store.close();
        table.close();
        if (state != null) {
            state.unlock();
        }
    }
}
