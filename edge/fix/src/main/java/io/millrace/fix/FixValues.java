package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;

/** The values that a dictionary lists for a field: an immutable set of short texts that is asked with bytes. */
final class FixValues {

    private final byte[][] table;
    private final String[] meanings;
    private final List<String> texts = new ArrayList<>();

    /** Creates the set; {@code values} has each text once, {@code names} what each means, in the same order. */
    FixValues(List<String> values, List<String> names) {
        table = new byte[Math.max(2, Integer.highestOneBit(values.size()) * 4)][];
        meanings = new String[table.length];
        for (int i = 0; i < values.size(); i++) {
            byte[] text = FixText.bytes(values.get(i));
            int slot = hash(text, 0, text.length);
            while (table[slot] != null) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = text;
            meanings[slot] = names.get(i);
            texts.add(values.get(i));
        }
    }

    List<String> texts() {
        return List.copyOf(texts);
    }

    boolean contains(byte[] bytes, int start, int end) {
        return find(bytes, start, end) >= 0;
    }

    /** Returns whether each of the values between blanks is one of these. */
    boolean containsAll(byte[] bytes, int start, int end) {
        int from = start;
        for (int i = start; i <= end; i++) {
            if (i == end || bytes[i] == ' ') {
                if (!contains(bytes, from, i)) {
                    return false;
                }
                from = i + 1;
            }
        }
        return true;
    }

    /** Returns what a value means, or null. */
    String nameOf(byte[] bytes, int start, int end) {
        int slot = find(bytes, start, end);
        return slot < 0 ? null : meanings[slot];
    }

    private int find(byte[] bytes, int start, int end) {
        int slot = hash(bytes, start, end);
        while (table[slot] != null) {
            if (FixText.equal(bytes, start, end, table[slot])) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return -1;
    }

    private int hash(byte[] bytes, int start, int end) {
        int hash = end - start;
        for (int i = start; i < end; i++) {
            hash = hash * 31 + bytes[i];
        }
        return (hash ^ (hash >>> 7)) & (table.length - 1);
    }
}
