package io.millrace.prove;

import io.millrace.map.MapSnapshot;
import io.millrace.map.PersistentMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What a map holds after one change more and one more: finds after how many changes it is as it was found. Used by one
 * thread.
 */
final class MapModel {

    private final MapOperations operations;
    private final Map<String, String> state = new HashMap<>();
    private long changes;

    MapModel(MapOperations operations) {
        this.operations = operations;
    }

    /** Returns how many changes the model has. */
    long changes() {
        return changes;
    }

    /**
     * Continues to the first state that equals one that was found.
     *
     * @param found what a map holds
     * @param least how many changes it has at least
     * @param most how many changes it has at most
     * @param where names the reader in errors
     * @return how many changes it has
     * @throws ProofException if it is the state after no such number of changes, from the present one on
     */
    long reach(Map<String, String> found, long least, long most, String where) {
        long from = changes;
        while (changes < least) {
            step();
        }
        Map<String, String> atLeast = Map.copyOf(state);
        while (!state.equals(found)) {
            if (changes >= most) {
                throw new ProofException("a map holds what it held after no number of changes where=" + where
                        + " last=" + from + " least=" + least + " most=" + most + " size=" + found.size()
                        + difference(atLeast, found));
            }
            step();
        }
        return changes;
    }

    private void step() {
        operations.apply(state, changes);
        changes++;
    }

    private static String difference(Map<String, String> expected, Map<String, String> found) {
        for (Map.Entry<String, String> entry : expected.entrySet()) {
            String value = found.get(entry.getKey());
            if (!entry.getValue().equals(value)) {
                return " key=" + entry.getKey() + " expected=" + number(entry.getValue()) + " found=" + number(value);
            }
        }
        return "";
    }

    /** Returns the number of the change with which a value begins. */
    private static String number(String value) {
        return value == null ? "none" : value.substring(0, Math.min(value.indexOf('=') + 1, value.length()));
    }

    /** Returns what a map holds at one moment. */
    static Map<String, String> contents(PersistentMap<String, String> map) {
        Map<String, String> found = new HashMap<>();
        try (MapSnapshot<String, String> snapshot = map.snapshot()) {
            for (Map.Entry<String, String> entry : snapshot) {
                if (found.put(entry.getKey(), entry.getValue()) != null) {
                    throw new ProofException("a snapshot has a key twice key=" + entry.getKey());
                }
            }
            if (found.size() != snapshot.size()) {
                throw new ProofException(
                        "a snapshot has another size size=" + snapshot.size() + " entries=" + found.size());
            }
        }
        return found;
    }

    /** Checks that look-ups of a map that is not being changed find what it holds. */
    static void checkLookups(PersistentMap<String, String> map, Map<String, String> contents) {
        if (map.size() != contents.size()) {
            throw new ProofException("a map has another size size=" + map.size() + " entries=" + contents.size());
        }
        contents.forEach((key, value) -> {
            String found = map.get(key);
            if (!value.equals(found)) {
                throw new ProofException("a look-up finds another value than a snapshot key=" + key + " expected="
                        + number(value) + " found=" + number(found));
            }
        });
        if (map.containsKey("none")) {
            throw new ProofException("a look-up finds a key that was never put");
        }
    }
}
