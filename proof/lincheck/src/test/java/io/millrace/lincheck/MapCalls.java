package io.millrace.lincheck;

import io.millrace.map.PersistentMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * The operations of a persisted map, by its owner or by two writers, and by a reader of the same files. Lincheck makes
 * an object for each run; all of them share one map, in which each has keys of its own.
 */
public final class MapCalls {

    private static volatile List<PersistentMap<String, Integer>> writers;
    private static volatile PersistentMap<String, Integer> reader;
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final String prefix = RUNS.incrementAndGet() + "-";

    public MapCalls() {}

    /** Sets the objects by which all runs change and read the map. */
    static void use(List<PersistentMap<String, Integer>> theWriters, PersistentMap<String, Integer> theReader) {
        writers = theWriters;
        reader = theReader;
    }

    private static PersistentMap<String, Integer> map(int writer) {
        return writers.get(writer % writers.size());
    }

    private String name(int key) {
        return prefix + key;
    }

    @Operation
    public Integer get(
            @Param(gen = IntGen.class, conf = "0:1") int writer, @Param(gen = IntGen.class, conf = "1:2") int key) {
        return map(writer).get(name(key));
    }

    @Operation
    public Integer read(@Param(gen = IntGen.class, conf = "1:2") int key) {
        return reader.get(name(key));
    }

    @Operation
    public void put(
            @Param(gen = IntGen.class, conf = "0:1") int writer,
            @Param(gen = IntGen.class, conf = "1:2") int key,
            @Param(gen = IntGen.class, conf = "1:5") int value) {
        map(writer).put(name(key), value);
    }

    @Operation
    public boolean putIfAbsent(
            @Param(gen = IntGen.class, conf = "0:1") int writer,
            @Param(gen = IntGen.class, conf = "1:2") int key,
            @Param(gen = IntGen.class, conf = "1:5") int value) {
        return map(writer).putIfAbsent(name(key), value);
    }

    @Operation
    public boolean replace(
            @Param(gen = IntGen.class, conf = "0:1") int writer,
            @Param(gen = IntGen.class, conf = "1:2") int key,
            @Param(gen = IntGen.class, conf = "1:3") int expected,
            @Param(gen = IntGen.class, conf = "1:5") int value) {
        return map(writer).replace(name(key), expected, value);
    }

    @Operation
    public boolean remove(
            @Param(gen = IntGen.class, conf = "0:1") int writer, @Param(gen = IntGen.class, conf = "1:2") int key) {
        return map(writer).remove(name(key));
    }

    @Operation
    public Integer add(
            @Param(gen = IntGen.class, conf = "0:1") int writer, @Param(gen = IntGen.class, conf = "1:2") int key) {
        return map(writer).compute(name(key), (_, old) -> old == null ? 1 : old + 1);
    }

    @Operation
    public void both(
            @Param(gen = IntGen.class, conf = "0:1") int writer, @Param(gen = IntGen.class, conf = "1:5") int value) {
        map(writer).batch().put(name(1), value).put(name(2), value).commit();
    }
}
