package io.millrace.map;

import io.millrace.channel.CallTailer;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.journal.SeekResult;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A map as bytes: a channel of the calls {@code put}, {@code removed} and {@code begun}, and what they amount to.
 *
 * <p>The state is a function of the log alone. Every process reads the log and keeps its own {@link MapIndex}; so does
 * the owner, so a change is done when the log is applied through it. Changes, and the reading of the log, are under
 * one lock, for one thread at a time; look-ups take it only where a batch takes long to apply.
 *
 * <p>The calls of a batch are a group: they are collected until its last call, and applied together. A group whose last
 * call is missing, because power was lost, is followed by a call that begins another group or belongs to none, and is
 * dropped. While a group is applied, {@link #version} is odd, and look-ups repeat, so that none sees a part of it.
 */
final class MapStore implements AutoCloseable {

    /** The version of the calls. */
    static final int VERSION = 1;

    private static final Source BATCH = Source.external("batch");
    private static final String BEGUN_PARAMETER = "version";

    /** Bytes of a frame that an entry cannot have, for the envelope with its history. */
    private static final int ENVELOPE_BYTES = 2560;

    /** More schemas of entries than this are refused: a reader has a decoder for each. */
    private static final int MAX_FORMS = 1 << 10;

    /** A thread that waits for another one to apply a batch waits for the lock after so many spins. */
    private static final int MOST_SPINS = 1 << 10;

    private final Path directory;
    private final Channel channel;
    private final MapOptions options;
    private final CallTailer tailer;
    private final MapIndex index;
    private final KeyLookup applier;
    private final KeyLookup grouped;
    private final Input input = new Input();
    private final ReentrantLock lock = new ReentrantLock();

    /** Null where the map is open for reading only. */
    private final ChannelWriter writer;

    private volatile MapForm[] forms = new MapForm[0];
    private volatile int passes;
    private volatile long version;
    private volatile Throwable failure;
    private volatile long lastIndex = Index.NONE;

    private MapForm removal;
    private long[] groupFrames = new long[16];
    private MapForm[] groupForms = new MapForm[16];
    private int groupSize;
    private long groupInput;
    private boolean begun;

    /** Whether a function of the user is being called under the lock. */
    private boolean calling;

    private MapStore(Path directory, Channel channel, ChannelWriter writer, MapOptions options, Durability level) {
        this.directory = directory;
        this.channel = channel;
        this.writer = writer;
        this.options = options;
        this.tailer = CallTailer.of(channel, level);
        this.index = new MapIndex(Hasher.random(options.keyHash()));
        this.applier = newLookup();
        this.grouped = newLookup();
    }

    /** Opens a map for writing, and creates it where there is none. */
    static MapStore open(Path directory, MapOptions options) {
        requireMap(directory);
        JournalOptions journal = JournalOptions.defaults()
                .withOwnership(Ownership.SINGLE)
                .withDurability(options.durability())
                .withSegmentSizeBytes(options.segmentSizeBytes())
                .withOwnerCheck(OwnerCheck.OFF); // the lock lets in one thread at a time
        ChannelOptions channelOptions = ChannelOptions.defaults()
                .withJournal(journal)
                .withTypes(options.types())
                .withLimits(options.limits());
        Channel channel = Channel.journal(name(directory), directory, channelOptions);
        try {
            MapStore store = new MapStore(directory, channel, channel.writer(), options, Durability.MAPPED);
            store.lock.lock();
            try {
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
    static MapStore openReadOnly(Path directory, MapOptions options) {
        Channel channel = Channel.readOnly(directory);
        try {
            MapStore store = new MapStore(directory, channel, null, options, options.durability());
            store.refresh();
            return store;
        } catch (RuntimeException | Error e) {
            closeAfter(e, channel::close);
            throw e;
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

    private static String name(Path directory) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        return folder == null ? directory.toString() : folder.toString();
    }

    /** Refuses a directory with files and no journal, before a journal is created among them. */
    private static void requireMap(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new MapException("a map is a directory, not a file directory=" + directory);
        }
        if (!Files.exists(directory) || Journal.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> {
                        String name = file.getFileName().toString();
                        return !name.startsWith("journal.") && !name.endsWith(".segment");
                    })
                    .findFirst()
                    .ifPresent(file -> {
                        throw new MapException("directory holds files and no map directory=" + directory + " file="
                                + file.getFileName());
                    });
        } catch (IOException e) {
            throw new MapException("cannot read directory of the map directory=" + directory + " reason=" + e, e);
        }
    }

    private void begin() {
        if (!begun) {
            ValuesCodec codec = Wire.closed()
                    .values(
                            MapForm.INTERFACE,
                            MapForm.BEGUN,
                            List.of(new DeclaredValue(BEGUN_PARAMETER, int.class, MapStore.class)));
            BinaryOutput out = applier.output;
            out.reset();
            codec.writeOne(out, 0, VERSION);
            write(codec.schema(), out);
        }
    }

    /** Returns what one thread needs to look up keys; its user closes it. */
    KeyLookup newLookup() {
        return new KeyLookup(directory, channel, options.limits());
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
        return forms;
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

    /** Returns the index of the last call that is applied, or {@link Index#NONE}. */
    long lastIndex() {
        return lastIndex;
    }

    /** Finds the newest value of the key; the look-up has it then. */
    boolean find(KeyLookup key) {
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
     * Applies what the owner, in another process, has written until this call; the owner itself needs no call. Waits at
     * most for another thread of this process that applies it at the same time, after some spins by the lock.
     */
    void refresh() {
        if (writer != null) {
            return;
        }
        int before = passes;
        for (int spins = 0; spins < MOST_SPINS; spins++) {
            if (lock.tryLock()) {
                try {
                    applyAll();
                    return;
                } finally {
                    lock.unlock();
                }
            }
            if (passes - before >= 2) { // a pass that began after this call has ended
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
        try {
            applyAll();
        } finally {
            lock.unlock();
        }
    }

    /** Publishes a call, and applies it; the caller has the lock. */
    void write(CallSchema schema, BinaryOutput arguments) {
        checkWritable();
        checkEntry(arguments.length());
        writer.call(schema, arguments.segment(), arguments.start(), arguments.length());
        applyAll();
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

    /** The calls of a batch. */
    interface Calls {
        void writeTo(ChannelWriter writer);
    }

    /** Publishes the calls of a batch as one, which {@link #applyAll} applies; the caller has the lock. */
    void writeGroup(Calls calls) {
        checkWritable();
        applyAll(); // what an earlier batch that failed has published
        long number = lastIndex + 1; // no other batch has it
        writer.begin(input.set(BATCH, number, 0));
        try {
            calls.writeTo(writer);
            writer.commit();
        } catch (RuntimeException | Error e) {
            // The group is open even where no call of it was staged. What was published of it lacks its last call.
            closeAfter(e, writer::rollback);
            throw e;
        }
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
        long most = options.segmentSizeBytes() / 4 - ENVELOPE_BYTES;
        if (bytes > most) {
            throw new MapException("entry is too large; larger segments hold larger ones directory=" + directory
                    + " bytes=" + bytes + " limit=" + most + " segmentSizeBytes=" + options.segmentSizeBytes());
        }
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
        writer.journalWriter().ifPresent(JournalChannelWriter::sync);
    }

    /** Applies what is published and not applied yet; the caller has the lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    void applyAll() {
        checkWhole();
        try {
            while (tailer.next()) {
                apply();
                lastIndex = tailer.index();
            }
            passes = passes + 1;
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    private void apply() {
        MapForm form = formOf(tailer.schema());
        if (!begun) {
            throw new MapException("calls of the map lack their beginning directory=" + directory + " index="
                    + Index.toText(tailer.index()));
        }
        long number = tailer.number();
        if (number == 0) {
            groupSize = 0;
            if (form != null) {
                BinaryInput whole = applier.whole(tailer.segment(), tailer.offset(), tailer.length());
                int length = keyLength(form, tailer.index(), whole);
                apply(applier.use(tailer.segment(), tailer.offset(), length), tailer.index(), form);
            }
            return;
        }
        long batch = tailer.inputIndex();
        groupSize = number == 1 || batch != groupInput ? 0 : groupSize;
        groupInput = batch;
        if (number != groupSize + 1 || form == null) {
            groupSize = 0; // the first calls of this group are missing
            return;
        }
        addToGroup(form);
        if (tailer.last()) {
            applyGroup();
        }
    }

    private void addToGroup(MapForm form) {
        if (groupSize == groupFrames.length) {
            groupFrames = Arrays.copyOf(groupFrames, 2 * groupSize);
            groupForms = Arrays.copyOf(groupForms, 2 * groupSize);
        }
        groupFrames[groupSize] = tailer.index();
        groupForms[groupSize++] = form;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only under the lock
    private void applyGroup() {
        version++;
        try {
            for (int i = 0; i < groupSize; i++) {
                MapForm form = groupForms[i];
                grouped.moveTo(groupFrames[i]);
                int length = keyLength(form, groupFrames[i], grouped.whole());
                apply(applier.use(grouped.frames().segment(), grouped.frames().offset(), length), groupFrames[i], form);
            }
        } catch (RuntimeException | Error e) {
            failure = e; // before the version is even, so that no look-up sees a part of the group
            throw e;
        } finally {
            groupSize = 0;
            version++;
        }
    }

    /** Returns the length of the key of an entry, and refuses one that is none. */
    private int keyLength(MapForm form, long frame, BinaryInput arguments) {
        try {
            return form.checkedKeyLength(arguments);
        } catch (WireException e) {
            throw damaged(directory, frame, e);
        }
    }

    private void apply(KeyLookup key, long frame, MapForm form) {
        if (form.number() == 0) {
            index.remove(key);
        } else if (!index.put(key, frame, form.number()) && index.kind() != KeyHash.SIP) {
            index.rebuild(Hasher.random(KeyHash.SIP), this::hash);
        }
    }

    private long hash(Hasher hasher, long frame, int form) {
        grouped.moveTo(frame);
        return grouped.useFrame(forms[form - 1].keyLength(grouped.whole())).hash(hasher);
    }

    /** Returns the form of a call; null for one that changes no entry. */
    @SuppressWarnings("ReferenceEquality") // a tailer returns the same object for all calls of one schema
    private MapForm formOf(CallSchema schema) {
        MapForm[] known = forms;
        for (int i = known.length - 1; i >= 0; i--) {
            if (known[i].schema() == schema) {
                return known[i];
            }
        }
        if (removal != null && removal.schema() == schema) {
            return removal;
        }
        if (!schema.interfaceName().equals(MapForm.INTERFACE)) {
            throw new MapException("directory holds other calls than those of a map directory=" + directory
                    + " interface=" + schema.interfaceName() + " method=" + schema.methodName());
        }
        return newForm(schema);
    }

    private MapForm newForm(CallSchema schema) {
        MapForm.checkShape(schema, directory);
        return switch (schema.methodName()) {
            case MapForm.BEGUN -> {
                checkVersion();
                begun = true;
                yield null;
            }
            case MapForm.REMOVED -> {
                removal = new MapForm(0, schema);
                yield removal;
            }
            case MapForm.PUT -> addForm(schema);
            default -> throw newer("method=" + schema.methodName());
        };
    }

    private void checkVersion() {
        int found = applier.whole(tailer.segment(), tailer.offset(), tailer.length())
                .readInt();
        if (found > VERSION) {
            throw newer("version=" + found);
        }
    }

    private MapForm addForm(CallSchema schema) {
        MapForm form = new MapForm(forms.length + 1, schema);
        if (form.number() > MAX_FORMS) {
            throw new MapException("entries have too many forms directory=" + directory + " limit=" + MAX_FORMS);
        }
        MapForm[] more = Arrays.copyOf(forms, form.number());
        more[form.number() - 1] = form;
        forms = more;
        return form;
    }

    private MapException newer(String what) {
        return new MapException("map was written by a newer version of Millrace directory=" + directory + " known="
                + VERSION + " " + what);
    }

    /** Returns the exception for an entry whose frame cannot be read. */
    static RuntimeException lost(Path directory, long frame, SeekResult result) {
        String text = " directory=" + directory + " index=" + Index.toText(frame) + " result=" + result;
        return result == SeekResult.BEFORE_START
                ? new MapException("retention has removed an entry of the map" + text)
                : new JournalDamagedException("entry of the map cannot be read" + text);
    }

    /** Returns the exception for an entry whose bytes cannot be read, or exceed the limits of this opening. */
    static RuntimeException damaged(Path directory, long frame, WireException error) {
        String text = " directory=" + directory + " index=" + Index.toText(frame) + " reason=" + error.getMessage();
        return error instanceof WireLimitException
                ? new MapException("entry of the map exceeds the limits" + text, error)
                : new JournalDamagedException("entry of the map cannot be read" + text, error);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            tailer.close();
            applier.close();
            grouped.close();
            if (writer != null) {
                writer.close();
            }
            channel.close();
        } finally {
            lock.unlock();
        }
    }
}
