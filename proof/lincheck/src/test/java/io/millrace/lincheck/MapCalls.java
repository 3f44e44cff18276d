package io.millrace.lincheck;

import io.millrace.map.PersistentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * The operations of a persisted map, by its owner and by a reader of the same files. Lincheck makes an object for each
 * run; all of them share one map, in which each has keys of its own.
 */
public final class MapCalls {

    private static volatile PersistentMap<String, Integer> owner;
    private static volatile PersistentMap<String, Integer> reader;
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final String prefix = RUNS.incrementAndGet() + "-";

    public MapCalls() {}

    static void use(PersistentMap<String, Integer> theOwner, PersistentMap<String, Integer> theReader) {
        owner = theOwner;
        reader = theReader;
    }

    private String name(int key) {
        return prefix + key;
    }

    @Operation
    public Integer get(@Param(gen = IntGen.class, conf = "1:2") int key) {
        return owner.get(name(key));
    }

    @Operation
    public Integer read(@Param(gen = IntGen.class, conf = "1:2") int key) {
        return reader.get(name(key));
    }

    @Operation
    public void put(
            @Param(gen = IntGen.class, conf = "1:2") int key, @Param(gen = IntGen.class, conf = "1:5") int value) {
        owner.put(name(key), value);
    }

    @Operation
    public boolean putIfAbsent(
            @Param(gen = IntGen.class, conf = "1:2") int key, @Param(gen = IntGen.class, conf = "1:5") int value) {
        return owner.putIfAbsent(name(key), value);
    }

    @Operation
    public boolean replace(
            @Param(gen = IntGen.class, conf = "1:2") int key,
            @Param(gen = IntGen.class, conf = "1:3") int expected,
            @Param(gen = IntGen.class, conf = "1:5") int value) {
        return owner.replace(name(key), expected, value);
    }

    @Operation
    public boolean remove(@Param(gen = IntGen.class, conf = "1:2") int key) {
        return owner.remove(name(key));
    }

    @Operation
    public Integer add(@Param(gen = IntGen.class, conf = "1:2") int key) {
        return owner.compute(name(key), (_, old) -> old == null ? 1 : old + 1);
    }

    @Operation
    public void both(@Param(gen = IntGen.class, conf = "1:5") int value) {
        owner.batch().put(name(1), value).put(name(2), value).commit();
    }
}
