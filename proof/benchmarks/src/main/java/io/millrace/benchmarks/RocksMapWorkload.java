package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The map suite on RocksDB: its write-ahead log without forces, a cache that holds all entries, a Bloom filter, and no
 * compression, since the values cannot be compressed.
 */
public final class RocksMapWorkload extends MapWorkload {
    static final String NAME = "RocksDB 11.8";

    private static final long CACHE_BYTES = 512L << 20;
    private static final double FILTER_BITS = 10;

    /** Creates the workload; a fork calls this. */
    public RocksMapWorkload() {}

    @Override
    KeyValueStore open(Path directory, int entries) {
        RocksDB.loadLibrary();
        Cache cache = new LRUCache(CACHE_BYTES);
        BloomFilter filter = new BloomFilter(FILTER_BITS);
        Options options = new Options()
                .setCreateIfMissing(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
        try {
            RocksDB map = RocksDB.open(options, directory.resolve("map").toString());
            return new Store(map, List.of(options, filter, cache));
        } catch (RocksDBException e) {
            throw new BenchmarkException("RocksDB cannot be opened directory=" + directory, e);
        }
    }

    @Override
    KeyValueStore openReader(Path directory, int entries) {
        throw new BenchmarkException("RocksDB is open in one process alone directory=" + directory);
    }

    @Override
    boolean isShared() {
        return false;
    }

    private record Store(RocksDB map, List<AutoCloseable> held) implements KeyValueStore {
        @Override
        public void put(byte[] key, byte[] value) {
            try {
                map.put(key, value);
            } catch (RocksDBException e) {
                throw new BenchmarkException("a put has failed", e);
            }
        }

        @Override
        public byte[] get(byte[] key, byte[] reuse) {
            try {
                return map.get(key, reuse) == RocksDB.NOT_FOUND ? null : reuse;
            } catch (RocksDBException e) {
                throw new BenchmarkException("a get has failed", e);
            }
        }

        @Override
        public void close() {
            map.close();
            for (AutoCloseable one : held) {
                try {
                    one.close();
                } catch (Exception e) {
                    throw new BenchmarkException("a part of RocksDB cannot be closed", e);
                }
            }
        }
    }
}
