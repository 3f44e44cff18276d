package io.millrace.map;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.nio.file.Path;
import java.util.Map;

/** A process that changes a map step by step, and counts the steps that have returned in a mapped file. */
final class MapWriter {

    static final int COUNTER_BYTES = 4096;

    private static final int KEYS = 100;
    private static final int BATCH_EVERY = 5;

    private MapWriter() {}

    static MapOptions options() {
        return MapOptions.defaults().withSegmentSizeBytes(1 << 16);
    }

    /** Makes step {@code n}, from 1: usually a put, each fifth time a batch of four keys. */
    static void step(PersistentMap<String, Long> map, long n) {
        if (n % BATCH_EVERY != 0) {
            map.put("k" + n % KEYS, n);
        } else {
            map.batch()
                    .put("a", n)
                    .put("b", n)
                    .put("c", n)
                    .remove("k" + (n + 1) % KEYS)
                    .commit();
        }
    }

    /** Makes the same step in a model. */
    static void step(Map<String, Long> model, long n) {
        if (n % BATCH_EVERY != 0) {
            model.put("k" + n % KEYS, n);
        } else {
            model.put("a", n);
            model.put("b", n);
            model.put("c", n);
            model.remove("k" + (n + 1) % KEYS);
        }
    }

    /** Runs until it is killed: map, counter, first step. */
    public static void main(String... arguments) {
        try (PersistentMap<String, Long> map =
                        PersistentMap.open(Path.of(arguments[0]), String.class, Long.class, options());
                MappedFile counter = MappedFile.open(Path.of(arguments[1]), Access.READ_WRITE, 0, COUNTER_BYTES)) {
            for (long n = Long.parseLong(arguments[2]); ; n++) {
                step(map, n);
                Memory.setLongRelease(counter.segment(), 0, n);
            }
        }
    }
}
