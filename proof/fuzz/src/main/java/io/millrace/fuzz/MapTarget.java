package io.millrace.fuzz;

import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.map.MapChanges;
import io.millrace.map.MapException;
import io.millrace.map.MapFollower;
import io.millrace.map.MapOptions;
import io.millrace.map.MapSnapshot;
import io.millrace.map.PersistentMap;
import io.millrace.map.YamlMap;
import io.millrace.wire.WireException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The input is the journal of a map as any writer could leave it: frames with valid checksums and arbitrary schemas,
 * groups and arguments. Readers, followers and the next owner refuse it with a reason or open it; what is opened is
 * consistent, and can be changed.
 */
final class MapTarget implements Target {

    private static final String MAP = "map";
    private static final String KEY = "one";
    private static final String VALUE = "1";
    private static final MapOptions OPTIONS =
            MapOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);

    private final Guard guard = new Guard(64 << 20, 16_384);
    private DataDirectory directory;

    private Path map() {
        if (directory == null) {
            directory = DataDirectory.create();
        }
        return directory.path().resolve(MAP);
    }

    @Override
    public void accept(byte[] input) {
        Path map = map();
        guard.read(input.length, () -> {
            write(map, input);
            attempt(() -> readAsText(map));
            attempt(() -> read(map));
            attempt(() -> follow(map));
            attempt(() -> change(map));
            return map;
        });
    }

    private void write(Path map, byte[] frames) {
        directory.delete(MAP);
        try (Journal journal = Journal.open(
                        map, JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
                Appender appender = journal.appender()) {
            JournalFrames.append(appender, frames);
        }
    }

    private static void attempt(Runnable use) {
        try {
            use.run();
        } catch (JournalException | MapException | WireException e) {
            Guard.check(!String.valueOf(e.getMessage()).isBlank(), "a refusal has no reason");
        }
    }

    private static void readAsText(Path map) {
        try (YamlMap yaml = YamlMap.openReadOnly(map, OPTIONS)) {
            Guard.check(yaml.check() == yaml.size(), "a look-up does not find each key");
            AtomicLong documents = new AtomicLong();
            yaml.export(_ -> documents.incrementAndGet());
            Guard.check(documents.get() == yaml.size(), "an export has another number of entries");
        }
    }

    private static void read(Path map) {
        try (PersistentMap<String, String> reader =
                        PersistentMap.openReadOnly(map, String.class, String.class, OPTIONS);
                MapSnapshot<String, String> snapshot = reader.snapshot()) {
            long found = 0;
            for (var entry : snapshot) {
                Guard.check(entry.getValue().equals(reader.get(entry.getKey())), "a look-up finds another value");
                found++;
            }
            Guard.check(found == reader.size(), "a snapshot has another size");
        }
    }

    private static void follow(Path map) {
        try (PersistentMap<String, String> reader =
                        PersistentMap.openReadOnly(map, String.class, String.class, OPTIONS);
                MapFollower<String, String> follower = reader.follow(Index.NONE)) {
            MapChanges<String, String> changes = new MapChanges<>() {
                @Override
                public void put(String key, String value) {
                    Guard.check(key != null && value != null, "a follower gets null");
                }

                @Override
                public void removed(String key) {
                    Guard.check(key != null, "a follower gets null");
                }
            };
            while (follower.poll(changes) > 0) {
                // takes all
            }
        }
    }

    private static void change(Path map) {
        try (PersistentMap<String, String> owner = PersistentMap.open(map, String.class, String.class, OPTIONS)) {
            owner.put(KEY, VALUE);
            Guard.check(VALUE.equals(owner.get(KEY)), "a put is not found");
            owner.batch().put(KEY, "2").put("two", "2").commit();
            Guard.check("2".equals(owner.get(KEY)) && "2".equals(owner.get("two")), "a batch is not found");
            Guard.check(owner.remove(KEY) && owner.get(KEY) == null, "a removed key is found");
        }
    }

    @Override
    public List<byte[]> seeds() {
        Path map = map();
        directory.delete(MAP);
        try (PersistentMap<String, String> owner = PersistentMap.open(map, String.class, String.class, OPTIONS)) {
            owner.put(KEY, VALUE);
            owner.put("three", "3");
            owner.batch().put("four", "4").remove("three").put(KEY, "5").commit();
            owner.remove("four");
        }
        byte[] changes = frames(map);
        directory.delete(MAP);
        try (PersistentMap<String, String> owner = PersistentMap.open(map, String.class, String.class, OPTIONS)) {
            owner.put(KEY, VALUE);
        }
        return List.of(changes, frames(map));
    }

    private static byte[] frames(Path map) {
        try (Journal journal = Journal.openReadOnly(map)) {
            return JournalFrames.of(journal);
        }
    }

    @Override
    public void close() {
        if (directory != null) {
            directory.close();
            directory = null;
        }
    }
}
