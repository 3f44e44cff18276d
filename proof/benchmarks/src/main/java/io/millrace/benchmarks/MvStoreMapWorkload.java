package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/** The map suite on MVStore, which commits in its background once a second, and here at the end of a round. */
public final class MvStoreMapWorkload extends MapWorkload {
    static final String NAME = "H2 MVStore 2.4";

    private static final int CACHE_MB = 512;

    /** Creates the workload; a fork calls this. */
    public MvStoreMapWorkload() {}

    @Override
    KeyValueStore open(Path directory, int entries) throws IOException {
        Files.createDirectories(directory);
        MVStore store = new MVStore.Builder()
                .fileName(directory.resolve("map").toString())
                .cacheSize(CACHE_MB)
                .open();
        return new Store(
                store,
                store.openMap(
                        "map",
                        new MVMap.Builder<byte[], byte[]>()
                                .keyType(ByteArrayDataType.INSTANCE)
                                .valueType(ByteArrayDataType.INSTANCE)));
    }

    @Override
    KeyValueStore openReader(Path directory, int entries) {
        throw new BenchmarkException("MVStore is open in one process alone directory=" + directory);
    }

    @Override
    boolean isShared() {
        return false;
    }

    private record Store(MVStore store, MVMap<byte[], byte[]> map) implements KeyValueStore {
        @Override
        public void put(byte[] key, byte[] value) {
            map.put(key.clone(), value.clone()); // it keeps the arrays
        }

        @Override
        public byte[] get(byte[] key, byte[] reuse) {
            return map.get(key);
        }

        @Override
        public void settle() {
            store.commit();
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
