package io.millrace.lincheck;

import java.util.HashMap;
import java.util.Map;

/** Sequential behaviour of a map: what it does not depend on the writer that does it. */
public final class MapSpecification extends Specification {

    private final Map<Integer, Integer> entries = new HashMap<>();

    public MapSpecification() {}

    @Override
    Object state() {
        return entries;
    }

    public Integer get(int writer, int key) {
        return entries.get(key);
    }

    public Integer read(int key) {
        return entries.get(key);
    }

    public void put(int writer, int key, int value) {
        entries.put(key, value);
    }

    public boolean putIfAbsent(int writer, int key, int value) {
        return entries.putIfAbsent(key, value) == null;
    }

    public boolean replace(int writer, int key, int expected, int value) {
        return entries.replace(key, expected, value);
    }

    public boolean remove(int writer, int key) {
        return entries.remove(key) != null;
    }

    public Integer add(int writer, int key) {
        return entries.merge(key, 1, Integer::sum);
    }

    public void both(int writer, int value) {
        entries.put(1, value);
        entries.put(2, value);
    }
}
