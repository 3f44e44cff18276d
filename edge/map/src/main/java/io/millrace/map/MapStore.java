package io.millrace.map;

import io.millrace.channel.Channel;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.memory.Access;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A map as bytes: a channel of the calls that {@link MapCall} lists, and what they amount to.
 *
 * <p>The state is a function of the log alone. Every process reads the log and keeps its own {@link MapIndex}; so does
 * a writer, so a change is done when the log is applied through it. Changes, and the reading of the log, are under
 * one lock, for one thread at a time; look-ups take it only where a batch takes long to apply.
 *
 * <p>While a batch is applied, {@link #version} is odd, and look-ups repeat, so that none sees a part of it.
 *
 * <p>Writers may remove segments while others read. A look-up that meets a removed segment has an old entry: a writer
 * had put the value again before, so it applies what is new and repeats. A process that has not read for so long that
 * the calls that follow are removed reads the log from the period in force into a new index, and then replaces the old
 * one.
 */
final class MapStore implements MapLog.Calls, AutoCloseable {

    /** A thread that waits for another one to apply a batch waits for the lock after so many spins. */
    private static final int MOST_SPINS = 1 << 10;

    /** A look-up or a reading that has met so many removed segments gives up. */
    private static final int MOST_REPEATS = 1 << 8;

    /** Then it looks for the result after each such pause. */
    private static final long PAUSE_NS = 20_000;

    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Path directory;
    private final Channel channel;
    private final MapOptions options;
    private final MapForms forms;
    private final MapLog log;
    private final Lookups lookups = new Lookups(this::newLookup);
    private final ReentrantLock lock = new ReentrantLock();

    /** The last index of which calls are applied. */
    private final long limit;

    /** Null where the map is open for reading only. */
    private final ChangeWriter writer;

    /** Whether other processes may change the map. */
    private final boolean follows;

    /** Null where nothing is compacted. */
    private final Compactor compactor;

    /** Is told of each key, in the order of the log and under the lock. */
    private final AppliedKeys keys;

    private final MapFaultInjector injector;

    private volatile MapIndex index;
    private volatile int passes;
    private volatile long version;
    private volatile Throwable failure;
    private volatile long settledIndex = Index.NONE;

    /** The index to which calls are applied, which differs from the other one while the log is read again. */
    private MapIndex target;

    /** Whether a function of the user is being called under the lock. */
    private boolean calling;

    private MapStore(
            Path directory,
            Channel channel,
            Access access,
            MapOptions options,
            Durability level,
            long limit,
            AppliedKeys keys,
            MapFaultInjector injector) {
        this.directory = directory;
        this.keys = keys;
        this.injector = injector;
        this.channel = channel;
        this.options = options;
        this.limit = limit;
        this.forms = new MapForms(directory);
        this.log = new MapLog(directory, channel, forms, options, level);
        this.index = newIndex();
        this.target = index;
        this.writer = access == Access.READ_WRITE ? new ChangeWriter(this, channel.writer()) : null;
        this.follows = writer == null || writer.isShared();
        boolean compacts = writer != null && options.compaction() == Compaction.ON;
        this.compactor = compacts ? new Compactor(this, channel, writer) : null;
    }

    private MapIndex newIndex() {
        return new MapIndex(Hasher.random(options.keyHash()));
    }

    /** Opens a map for writing, and creates it where there is none. */
    static MapStore open(Path directory, MapOptions options) {
        return open(directory, options, MapFaultInjector.NONE, AppliedKeys.NONE);
    }

    /** Opens a map as above, with an injector for its journal. */
    static MapStore open(Path directory, MapOptions options, MapFaultInjector injector, AppliedKeys keys) {
        MapDirectory.requireMap(directory);
        Channel channel = JournalChannel.open(
                MapDirectory.name(directory), directory, MapDirectory.channelOptions(options), injector);
        try {
            MapStore store = new MapStore(
                    directory, channel, Access.READ_WRITE, options, Durability.MAPPED, NO_LIMIT, keys, injector);
            store.lock.lock();
            try {
                store.log.toPeriod();
                store.applyAll();
                store.begin();
            } finally {
                store.lock.unlock();
            }
            return store;
        } catch (RuntimeException | Error e) {
            closeAfter(e, channel::close);
            throw e;
        }
    }

    /** Opens a map that exists for reading only. */
    static MapStore openReadOnly(Path directory, MapOptions options, AppliedKeys keys) {
        return openReadOnly(directory, options, NO_LIMIT, keys);
    }

    private static MapStore openReadOnly(Path directory, MapOptions options, long limit, AppliedKeys keys) {
        Channel channel = Channel.readOnly(directory);
        try {
            if (limit != NO_LIMIT) {
                MapDirectory.requireReached(channel.journal().orElseThrow(), options, limit);
            }
            MapStore store = new MapStore(
                    directory,
                    channel,
                    Access.READ_ONLY,
                    options,
                    options.durability(),
                    limit,
                    keys,
                    MapFaultInjector.NONE);
            store.lock.lock();
            try {
                store.toFirst();
                store.applyAll();
            } finally {
                store.lock.unlock();
            }
            return store;
        } catch (RuntimeException | Error e) {
            closeAfter(e, channel::close);
            throw e;
        }
    }

    /** Opens a map that exists as it was after the call at an index, for reading only. */
    static MapStore openAsOf(Path directory, MapOptions options, long asOf, AppliedKeys keys) {
        if (asOf < 0) {
            throw new MapException("an index must not be negative directory=" + directory + " index=" + asOf);
        }
        MapStore store = openReadOnly(directory, options, asOf, keys);
        try {
            store.requireKnown();
            return store;
        } catch (RuntimeException | Error e) {
            closeAfter(e, store::close);
            throw e;
        }
    }

    /** Refuses an index at which the newest values of all keys are not known. */
    private void requireKnown() {
        lock.lock();
        try {
            if (!log.isWhole()) {
                throw new MapException("compaction has removed what the map held at that index directory=" + directory
                        + " index=" + Index.toText(limit) + " oldest=" + Index.toText(log.firstWhole(this)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes what an opening has opened before it failed. */
    static void closeAfter(Throwable error, Runnable close) {
        try {
            close.run();
        } catch (RuntimeException | Error e) {
            error.addSuppressed(e);
        }
    }

    private void begin() {
        if (log.isEmpty()) {
            writer.begin();
        }
        if (compactor != null) {
            compactor.start();
        }
    }

    /** Returns what one thread needs to look up keys; its user closes it. */
    KeyLookup newLookup() {
        return new KeyLookup(directory, channel, options.limits());
    }

    /** Returns the look-ups that threads share. */
    Lookups lookups() {
        return lookups;
    }

    Path directory() {
        return directory;
    }

    MapOptions options() {
        return options;
    }

    boolean isReadOnly() {
        return writer == null;
    }

    /** Returns the lock of changes. */
    ReentrantLock lock() {
        return lock;
    }

    /** Returns the forms that entries have; the number of the first is 1. */
    MapForm[] forms() {
        return forms.entries();
    }

    /** Returns how many keys there are; a batch counts as a whole. */
    long size() {
        for (int spins = 0; spins < MOST_SPINS; spins++) {
            checkWhole();
            long before = version;
            long keys = index.size();
            if ((before & 1) == 0 && version == before) {
                return keys;
            }
            Thread.onSpinWait(); // a batch is being applied
        }
        lock.lock();
        try {
            checkWhole();
            return index.size();
        } finally {
            lock.unlock();
        }
    }

    MapIndex index() {
        return index;
    }

    Channel channel() {
        return channel;
    }

    /** Returns the index of the last change that is applied, or {@link Index#NONE}. */
    long lastIndex() {
        return settledIndex;
    }

    /** Returns the index of the last call that was read; the caller has the lock. */
    long readIndex() {
        return log.lastIndex();
    }

    /** Finds the newest value of the key; the look-up has it then. */
    boolean find(KeyLookup key) {
        for (int repeats = 0; ; repeats++) {
            boolean found = findNow(key);
            long removed = key.takeRemovedFrame();
            if (found || removed == Index.NONE) {
                return found;
            }
            if (repeats == MOST_REPEATS) {
                throw MapDirectory.lost(directory, removed, SeekResult.BEFORE_START);
            }
            lock.lock(); // a writer had put the entry again before its segment was removed
            try {
                if (follows) {
                    applyAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean findNow(KeyLookup key) {
        for (int spins = 0; spins < MOST_SPINS; spins++) {
            checkWhole();
            long before = version;
            boolean found = index.find(key);
            if ((before & 1) == 0 && version == before) {
                return found;
            }
            Thread.onSpinWait(); // a batch is being applied
        }
        lock.lock();
        try {
            checkWhole();
            return index.find(key);
        } finally {
            lock.unlock();
        }
    }

    /** Refuses a map of which this process could not apply a call: what it holds is unknown from there on. */
    void checkWhole() {
        Throwable known = failure;
        if (known != null) {
            throw new MapException(
                    "map failed earlier and must be opened again directory=" + directory + " reason="
                            + (known.getMessage() == null ? known : known.getMessage()),
                    known);
        }
    }

    /**
     * Applies what other processes have written until this call; a single owner needs no call. Waits at most for
     * another thread of this process that applies it at the same time.
     */
    void refresh() {
        if (!follows || limit != NO_LIMIT) {
            return;
        }
        int before = passes;
        for (int spins = 0; !lock.tryLock(); spins++) {
            if (passes - before >= 2) { // a pass that began after this call has ended
                return;
            }
            if (spins < MOST_SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        try {
            applyAll();
        } finally {
            lock.unlock();
        }
    }

    /** Applies what other processes have written, before a change; the caller has the lock. */
    void beforeChange() {
        checkWritable();
        if (follows) {
            applyAll();
        }
    }

    /** Publishes a call, and applies it; the caller has the lock. */
    void write(CallSchema schema, BinaryOutput arguments) {
        prepare(arguments.length());
        writer.publish(schema, arguments.segment(), arguments.start(), arguments.length());
    }

    /**
     * Publishes the call in the output of a look-up, and applies it, if the entry of the key is the one that was
     * found; the caller has the lock.
     *
     * @return false where another process has changed it, and nothing was done
     */
    boolean writeIf(CallSchema schema, KeyLookup key) {
        BinaryOutput arguments = key.output;
        prepare(arguments.length());
        return writer.publishIf(schema, arguments.segment(), arguments.start(), arguments.length(), key);
    }

    private void prepare(int bytes) {
        checkWritable();
        checkEntry(bytes);
        compact(bytes);
    }

    private void compact(long bytes) {
        if (compactor != null) {
            compactor.beforeChange(bytes);
        }
    }

    /** Tells proofs that a point is reached. */
    void reached(MapPoint point) {
        injector.reached(point);
    }

    /** Calls a function of the user under the lock; it may read the map, and not change it. */
    <T> T withoutChanges(Supplier<T> function) {
        calling = true;
        try {
            return function.get();
        } finally {
            calling = false;
        }
    }

    /** Publishes the calls of a batch as one, which {@link #applyOwn} applies; the caller has the lock. */
    void writeGroup(long bytes, int changes, ChangeWriter.Calls calls) {
        checkWritable();
        writer.checkGroup(bytes, changes);
        applyAll(); // what an earlier batch that failed has published
        compact(bytes);
        writer.publishGroup(calls);
    }

    /** Applies what was published last; the caller has the lock. */
    void applyOwn() {
        writer.applyOwn();
    }

    /** Returns where the reading is, as {@link MapLog#boundary} does. */
    long boundary() {
        return log.boundary();
    }

    void checkWritable() {
        checkWhole();
        if (calling) {
            throw new MapException("function must not change the map that it is called for directory=" + directory);
        }
        if (writer == null) {
            throw new MapException("map is open for reading only directory=" + directory);
        }
    }

    /** Refuses an entry that no frame can hold. */
    void checkEntry(long bytes) {
        MapDirectory.checkEntry(directory, options, bytes);
    }

    void checkKey(int bytes) {
        if (bytes > options.maxKeyBytes()) {
            throw new MapException(
                    "key is too long directory=" + directory + " bytes=" + bytes + " limit=" + options.maxKeyBytes());
        }
    }

    /** Waits until everything that was written survives a loss of power. */
    void sync() {
        if (writer == null) {
            throw new MapException("map is open for reading only directory=" + directory);
        }
        writer.sync();
    }

    /** Applies what is published and not applied yet; the caller has the lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    void applyAll() {
        checkWhole();
        try {
            int repeats = 0;
            Read read = log.read();
            while (read == Read.MESSAGE || read == Read.REMOVED) {
                if (read == Read.REMOVED) {
                    readAgain(repeats++);
                } else if (log.index() > limit) {
                    break;
                } else {
                    log.take(this);
                    settledIndex = log.settledIndex();
                }
                read = log.read();
            }
            if (limit == NO_LIMIT && !log.isEmpty() && !log.isWhole()) {
                throw new MapException("calls of the map lack their beginning directory=" + directory + " index="
                        + Index.toText(log.lastIndex()));
            }
            if (index != target) {
                index = target;
                log.releaseBefore(log.firstSegment());
            }
            passes = passes + 1;
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    /** Reads the log again into a new index; look-ups keep the old one meanwhile. */
    private void readAgain(int repeats) {
        if (!follows || repeats == MOST_REPEATS) {
            throw new MapException("calls of the map were removed before they were read directory=" + directory
                    + " index=" + Index.toText(log.lastIndex()));
        }
        target = newIndex();
        keys.restarted();
        if (compactor != null) {
            compactor.restarted();
        }
        toFirst();
    }

    private void toFirst() {
        if (limit == NO_LIMIT) {
            log.toPeriod();
        } else {
            log.toStart();
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    public void batchBegins() {
        version++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    public void batchEnds() {
        version++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    public void batchFailed(Throwable error) {
        failure = error; // before the version is even, so that no look-up sees a part of the batch
        version++;
    }

    @Override
    public void compacted(long segment) {
        if (compactor != null) {
            compactor.recorded(segment, log.index(), log.frameBytes());
        }
        if (limit == NO_LIMIT) {
            log.releaseBefore(segment);
            lookups.clear(); // those that no thread uses would keep removed segments
        }
    }

    @Override
    public void entry(MapCall call, MapForm form) {
        KeyLookup key = log.key();
        long frame = log.index();
        MapIndex to = target;
        if (call == MapCall.REMOVED) {
            to.remove(key);
        } else if (!to.put(key, frame, form.number()) && to.kind() != KeyHash.SIP) {
            try (KeyLookup each = newLookup()) { // only for this: it maps all segments
                MapForm[] known = forms();
                to.rebuild(
                        Hasher.random(KeyHash.SIP), (hasher, at, number) -> each.hash(hasher, at, known[number - 1]));
            }
        }
        long removed = key.takeRemovedFrame();
        if (removed != Index.NONE) {
            throw MapDirectory.lost(directory, removed, SeekResult.BEFORE_START);
        }
        boolean wasThere = to.replaced() != Index.NONE;
        if (wasThere == (call == MapCall.REMOVED)) { // what is put again may be new: earlier puts can be removed
            keys.key(call, forms(), key);
        }
        if (compactor != null) {
            compactor.entry(call, frame, log.frameBytes(), to);
        }
    }

    @Override
    public void close() {
        lookups.close();
        lock.lock();
        try {
            log.close();
            if (compactor != null) {
                compactor.close();
            }
            if (writer != null) {
                writer.close();
            }
            channel.close();
        } finally {
            lock.unlock();
        }
    }
}
