package io.millrace.jcstress;

import io.millrace.map.MapOptions;
import io.millrace.map.PersistentMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The persisted map of a process of jcstress, in which each run of a test has keys of its own. */
final class MapOfKeys {

    private static final AtomicLong NEXT = new AtomicLong();
    private static final PersistentMap<Long, Integer> MAP = open();

    private MapOfKeys() {}

    private static PersistentMap<Long, Integer> open() {
        try {
            Path directory = Files.createTempDirectory("millrace-jcstress");
            PersistentMap<Long, Integer> map = PersistentMap.open(
                    directory, Long.class, Integer.class, MapOptions.defaults().withSegmentSizeBytes(1 << 20));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                map.close();
                delete(directory);
            }));
            return map;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PersistentMap<Long, Integer> map() {
        return MAP;
    }

    /** Returns a key that was not used before; the next one is not used either. */
    static long key() {
        return NEXT.getAndAdd(2);
    }

    /** Returns the value of a key, 0 where there is none. */
    static int get(long key) {
        Integer value = MAP.get(key);
        return value == null ? 0 : value;
    }
}
