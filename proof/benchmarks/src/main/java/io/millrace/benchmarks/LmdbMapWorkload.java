package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** The map suite on LMDB: a writable mapping that the system writes back, and one read transaction that is renewed. */
public final class LmdbMapWorkload extends MapWorkload {
    static final String NAME = "LMDB 0.9.33 (lmdbjava 0.9.3)";

    private static final long BYTES_PER_ENTRY = 1_200;
    private static final long LEAST_BYTES = 64L << 20;

    /** Creates the workload; a fork calls this. */
    public LmdbMapWorkload() {}

    @Override
    KeyValueStore open(Path directory, int entries) throws IOException {
        Path files = Files.createDirectories(directory.resolve("map"));
        Env<ByteBuffer> env = Env.create()
                .setMapSize(LEAST_BYTES + entries * BYTES_PER_ENTRY)
                .setMaxDbs(1)
                .open(files.toFile(), EnvFlags.MDB_WRITEMAP, EnvFlags.MDB_MAPASYNC);
        return new Store(env, env.openDbi("map", DbiFlags.MDB_CREATE));
    }

    @Override
    KeyValueStore openReader(Path directory, int entries) {
        Env<ByteBuffer> env = Env.create()
                .setMapSize(LEAST_BYTES + entries * BYTES_PER_ENTRY)
                .setMaxDbs(1)
                .open(directory.resolve("map").toFile(), EnvFlags.MDB_RDONLY_ENV);
        return new Store(env, env.openDbi("map"));
    }

    @Override
    boolean isShared() {
        return true;
    }

    private static final class Store implements KeyValueStore {
        private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(KEY_BYTES);
        private final ByteBuffer valueBytes = ByteBuffer.allocateDirect(VALUE_BYTES);
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> map;
        private final Txn<ByteBuffer> read;

        Store(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
            this.env = env;
            this.map = map;
            this.read = env.txnRead();
            read.reset();
        }

        @Override
        public void put(byte[] key, byte[] value) {
            keyBytes.clear().put(key).flip();
            valueBytes.clear().put(value).flip();
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                map.put(txn, keyBytes, valueBytes);
                txn.commit();
            }
        }

        @Override
        public byte[] get(byte[] key, byte[] reuse) {
            keyBytes.clear().put(key).flip();
            read.renew();
            try {
                ByteBuffer found = map.get(read, keyBytes);
                if (found == null) {
                    return null;
                }
                found.get(reuse);
                return reuse;
            } finally {
                read.reset();
            }
        }

        @Override
        public void close() {
            read.close();
            env.close();
        }
    }
}
