package io.millrace.benchmarks;

import io.millrace.map.PersistentMap;
import java.nio.file.Path;

/** The map suite on our persisted map. */
public final class MillraceMapWorkload extends MapWorkload {

    /** Creates the workload; a fork calls this. */
    public MillraceMapWorkload() {}

    @Override
    KeyValueStore open(Path directory, int entries) {
        return new Store(PersistentMap.open(directory.resolve("map"), byte[].class, byte[].class));
    }

    @Override
    KeyValueStore openReader(Path directory, int entries) {
        return new Store(PersistentMap.openReadOnly(directory.resolve("map"), byte[].class, byte[].class));
    }

    @Override
    boolean isShared() {
        return true;
    }

    private record Store(PersistentMap<byte[], byte[]> map) implements KeyValueStore {
        @Override
        public void put(byte[] key, byte[] value) {
            map.put(key, value);
        }

        @Override
        public byte[] get(byte[] key, byte[] reuse) {
            return map.get(key, reuse);
        }

        @Override
        public void close() {
            map.close();
        }
    }
}
