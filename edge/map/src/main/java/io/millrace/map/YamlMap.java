package io.millrace.map;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalInfo;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A map whose keys and values are read and written as YAML, without their classes: for commands and scripts. Their
 * types are those of the entry that was put last; a map without entries takes those that it is opened with. One thread
 * at a time.
 */
public final class YamlMap implements AutoCloseable {

    private static final int FIRST_BYTES = 512;

    private final MapStore store;
    private final KeyLookup lookup;
    private final TextOptions text;
    private CallSchema put;
    private ArgumentText keys;
    private ArgumentText values;

    /**
     * What is known of a map.
     *
     * @param entries how many keys it has
     * @param keyType the type of the keys
     * @param valueType the type of the values that were put last
     * @param forms under how many schemas entries were put since the first segment
     * @param indexBytes the memory that the index of the keys takes in this process
     * @param journal the journal, which it is a view of
     */
    public record Summary(
            long entries, String keyType, String valueType, int forms, long indexBytes, JournalInfo journal) {}

    private YamlMap(MapStore store, CallSchema otherwise) {
        this.store = store;
        this.lookup = store.newLookup();
        this.text = TextOptions.strict().withLimits(store.options().limits());
        MapForm[] forms = store.forms();
        use(forms.length > 0 ? forms[forms.length - 1].schema() : otherwise);
    }

    private static CallSchema scalars(ScalarKind keyKind, ScalarKind valueKind) {
        return new CallSchema(
                MapForm.INTERFACE,
                MapForm.PUT,
                List.of(
                        new Field(MapForm.KEY, Scalar.nullable(keyKind)),
                        new Field(MapForm.VALUE, Scalar.nullable(valueKind))),
                List.of());
    }

    private void use(CallSchema schema) {
        put = schema;
        keys = ArgumentText.of(schema, schema.parameters().get(0), text);
        values = ArgumentText.of(schema, schema.parameters().get(1), text);
    }

    /**
     * Opens a map for reading and writing, and creates a map of strings where there is none.
     *
     * @param directory its directory
     * @param options how it is opened
     * @throws MapException as {@link PersistentMap#open}; also if the map exists and never had an entry, since
     *     the types that its application wants are not known
     */
    public static YamlMap open(Path directory, MapOptions options) {
        boolean exists = Journal.exists(directory);
        MapStore store = MapStore.open(directory, options);
        try {
            if (exists && store.forms().length == 0) {
                throw new MapException(
                        "map never had an entry, so the types of its keys and values must be given directory="
                                + directory);
            }
            return new YamlMap(store, scalars(ScalarKind.STRING, ScalarKind.STRING));
        } catch (RuntimeException | Error e) {
            MapStore.closeAfter(e, store::close);
            throw e;
        }
    }

    /**
     * Opens a map for reading and writing, and creates it where there is none.
     *
     * @param directory its directory
     * @param options how it is opened
     * @param typesOf the directory of a map with the types of a map without entries
     * @throws MapException as {@link PersistentMap#open}; also if the other map never had an entry
     */
    public static YamlMap open(Path directory, MapOptions options, Path typesOf) {
        CallSchema types;
        try (YamlMap other = openReadOnly(typesOf, options)) {
            if (other.store.forms().length == 0) {
                throw new MapException("map whose types are wanted never had an entry directory=" + typesOf);
            }
            types = other.put;
        }
        return of(MapStore.open(directory, options), types);
    }

    /**
     * Opens a map for reading and writing, and creates it where there is none.
     *
     * @param directory its directory
     * @param options how it is opened
     * @param keyKind the type of the keys of a map without entries
     * @param valueKind the type of the values of a map without entries
     * @throws MapException as {@link PersistentMap#open}
     */
    public static YamlMap open(Path directory, MapOptions options, ScalarKind keyKind, ScalarKind valueKind) {
        return of(MapStore.open(directory, options), scalars(keyKind, valueKind));
    }

    /**
     * Opens a map that exists for reading only.
     *
     * @throws MapException as {@link PersistentMap#openReadOnly}
     */
    public static YamlMap openReadOnly(Path directory, MapOptions options) {
        return of(
                MapStore.openReadOnly(directory, options, AppliedKeys.NONE),
                scalars(ScalarKind.STRING, ScalarKind.STRING));
    }

    /**
     * Opens a map that exists as it was after the call at an index, for reading only.
     *
     * @throws MapException as {@link PersistentMap#asOf} and {@link PersistentMap#openReadOnly}
     */
    public static YamlMap openAsOf(Path directory, MapOptions options, long index) {
        return of(
                MapStore.openAsOf(directory, options, index, AppliedKeys.NONE),
                scalars(ScalarKind.STRING, ScalarKind.STRING));
    }

    private static YamlMap of(MapStore store, CallSchema otherwise) {
        try {
            return new YamlMap(store, otherwise);
        } catch (RuntimeException | Error e) {
            MapStore.closeAfter(e, store::close);
            throw e;
        }
    }

    /**
     * Returns the value of a key, or empty.
     *
     * @param key a document of YAML
     * @throws io.millrace.wire.WireException if it is no key of this map
     */
    public Optional<String> get(String key) {
        store.refresh();
        encodeKey(key);
        if (!store.find(lookup.useOutput())) {
            return Optional.empty();
        }
        CallSchema schema = store.forms()[lookup.form() - 1].schema();
        ArgumentText found = schema.equals(put)
                ? values
                : ArgumentText.of(schema, schema.parameters().get(1), text);
        try {
            return Optional.of(found.write(lookup.value()));
        } catch (WireException e) {
            throw MapDirectory.damaged(store.directory(), lookup.frames().index(), e);
        }
    }

    /**
     * Puts a value.
     *
     * @param key a document of YAML
     * @param value another one
     * @throws io.millrace.wire.WireException if they are no key and value of this map
     */
    public void put(String key, String value) {
        store.lock().lock();
        try {
            encodeKey(key);
            values.read(value, "value", lookup.output);
            store.write(put, lookup.output);
        } finally {
            store.lock().unlock();
        }
    }

    /** Removes a key, and returns whether it had a value. */
    public boolean remove(String key) {
        store.lock().lock();
        try {
            while (true) { // again where another process has changed the key meanwhile
                store.beforeChange();
                encodeKey(key);
                if (!store.find(lookup.useOutput())) {
                    return false;
                }
                if (store.writeIf(removal(), lookup.expect(lookup.frames().index()))) {
                    return true;
                }
            }
        } finally {
            store.lock().unlock();
        }
    }

    private CallSchema removal() {
        return new MapForm(0, put).removal();
    }

    private void encodeKey(String key) {
        lookup.output.reset();
        keys.read(key, "key", lookup.output);
        store.checkKey(lookup.output.length());
    }

    /** Returns how many keys there are. */
    public long size() {
        store.refresh();
        return store.size();
    }

    /**
     * Passes on each entry as a call of {@code put} in YAML, which ends with a line break, in the order in which they
     * were put last, where compaction has put none again.
     */
    public void export(Consumer<String> documents) {
        exportUpTo(documents);
    }

    private long exportUpTo(Consumer<String> documents) {
        store.refresh();
        try (MapEntries entries = MapEntries.of(store)) {
            CallTexts texts = new CallTexts(store.directory());
            entries.forEach((form, arguments) -> documents.accept(texts.of(form, arguments, entries.index())));
            return entries.lastIndex();
        }
    }

    /**
     * Passes on the entries of a range as {@link #export} does, in the natural order of their keys, which are sorted
     * for it.
     *
     * @param from the first key of the range, as YAML
     * @param before the key before which it ends, as YAML
     * @throws MapException if the keys are no scalars with an order
     */
    public void range(String from, String before, Consumer<String> documents) {
        ScalarKeys decoded = ScalarKeys.of("directory=" + store.directory(), put);
        KeyRange<Object> range = KeyRange.all().from(key(decoded, from)).before(key(decoded, before));
        store.refresh();
        try (MapEntries entries = MapEntries.of(store)) {
            OrderedKeys<Object> keys = new OrderedKeys<>();
            for (int entry = 0; entry < entries.size(); entry++) {
                int length = entries.keyLength(entries.moveTo(entry));
                byte[] bytes =
                        lookup.use(entries.segment(), entries.offset(), length).bytes();
                keys.put(decoded.read(lookup.keyInput()), bytes, entry);
            }
            CallTexts texts = new CallTexts(store.directory());
            keys.forEach(range, (_, entry) -> {
                MapForm form = entries.moveTo((int) entry);
                documents.accept(texts.of(form, entries.arguments(), entries.index()));
            });
        }
    }

    private Object key(ScalarKeys decoded, String document) {
        encodeKey(document);
        return decoded.read(lookup.useOutput().keyInput());
    }

    /**
     * Passes on each entry as {@link #export} does, and then the changes that are made since: calls of {@code put} and
     * {@code removed} in YAML.
     *
     * @return what reads the changes; its user closes it
     */
    public YamlFollower exportAndFollow(Consumer<String> documents) {
        return follow(exportUpTo(documents));
    }

    /**
     * Returns what reads the changes after an index; its user closes it.
     *
     * @throws MapException as {@link PersistentMap#follow}
     */
    public YamlFollower follow(long after) {
        return new YamlFollower(store.directory(), ChangeLog.open(store.directory(), store.options(), after));
    }

    /**
     * Makes the changes of a text: calls of {@code put} and {@code removed} in YAML, one a document.
     *
     * @param reader the text
     * @param done is called after each change
     * @throws io.millrace.wire.WireException if a document is no such call; the changes before it were made
     */
    public void importFrom(Reader reader, Runnable done) {
        CallSchema removal = removal();
        YamlCalls calls = YamlCalls.read(reader, List.of(put, removal), text);
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES, store.options().limits());
        store.lock().lock();
        try {
            store.checkWritable();
            while (calls.next()) {
                out.reset();
                calls.arguments(out);
                CallSchema schema = calls.call() == 0 ? put : removal;
                MapForm form = new MapForm(calls.call() == 0 ? 1 : 0, schema);
                store.checkKey(form.checkedKeyLength(lookup.whole(out.segment(), out.start(), out.length())));
                store.write(schema, out);
                done.run();
            }
        } finally {
            store.lock().unlock();
        }
    }

    /** Waits until everything that was changed survives a loss of power. */
    public void sync() {
        store.sync();
    }

    /** Returns what is known of the map. */
    public Summary info() {
        store.refresh();
        return new Summary(
                store.size(),
                MapForm.text(put.parameters().get(0), put),
                MapForm.text(put.parameters().get(1), put),
                store.forms().length,
                store.index().bytes(),
                store.channel().journal().orElseThrow().info());
    }

    /**
     * Checks that each key is found where its newest frame is, by a look-up of each, and returns how many there are.
     *
     * @throws JournalDamagedException if a key is not found; it names the index of its frame
     */
    public long check() {
        store.refresh();
        try (MapEntries entries = MapEntries.of(store)) {
            for (int entry = 0; entry < entries.size(); entry++) {
                int length = entries.keyLength(entries.moveTo(entry));
                if (!store.find(lookup.use(entries.segment(), entries.offset(), length))
                        || lookup.frames().index() != entries.index()) {
                    throw new JournalDamagedException("key is not found by a look-up directory=" + store.directory()
                            + " index=" + Index.toText(entries.index()));
                }
            }
            return entries.size();
        }
    }

    @Override
    public void close() {
        lookup.close();
        store.close();
    }
}
