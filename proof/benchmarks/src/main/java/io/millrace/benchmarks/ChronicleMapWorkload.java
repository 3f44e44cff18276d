package io.millrace.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** The map suite on Chronicle Map: byte arrays of known sizes, values read into an array, as its guide says. */
public final class ChronicleMapWorkload extends MapWorkload {
    static final String NAME = "Chronicle Map 2026.1";

    /** Creates the workload; a fork calls this. */
    public ChronicleMapWorkload() {}

    @Override
    KeyValueStore open(Path directory, int entries) throws IOException {
        ChronicleMapBuilder<byte[], byte[]> builder = ChronicleMap.of(byte[].class, byte[].class)
                .name("bench")
                .entries(entries)
                .constantKeySizeBySample(new byte[KeyValueStore.KEY_BYTES])
                .constantValueSizeBySample(new byte[KeyValueStore.VALUE_BYTES])
                .putReturnsNull(true);
        File file = directory.resolve("map").toFile();
        return new Store(file.exists() ? builder.recoverPersistedTo(file, true) : builder.createPersistedTo(file));
    }

    @Override
    KeyValueStore openReader(Path directory, int entries) throws IOException {
        return new Store(ChronicleMap.of(byte[].class, byte[].class)
                .name("bench")
                .createPersistedTo(directory.resolve("map").toFile()));
    }

    @Override
    boolean isShared() {
        return true;
    }

    private record Store(ChronicleMap<byte[], byte[]> map) implements KeyValueStore {
        @Override
        public void put(byte[] key, byte[] value) {
            map.put(key, value);
        }

        @Override
        public byte[] get(byte[] key, byte[] reuse) {
            return map.getUsing(key, reuse);
        }

        @Override
        public void close() {
            map.close();
        }
    }
}
