package io.millrace.text;

import java.util.Arrays;

/** The current position of a reader in a message, for errors: {@code legs[2].quantity}. */
class TextPath {
    private String[] names = new String[16];
    private int[] numbers = new int[16];
    private int depth;

    void enter(String name) {
        enter(name, 0);
    }

    void enter(int element) {
        enter(null, element);
    }

    private void enter(String name, int number) {
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            numbers = Arrays.copyOf(numbers, 2 * depth);
        }
        names[depth] = name;
        numbers[depth++] = number;
    }

    void leave() {
        depth--;
    }

    /** Returns to the message itself. */
    void restart() {
        depth = 0;
    }

    /** Returns the path as the last part of an error; empty at the message itself. */
    String path() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            if (names[i] == null) {
                path.append('[').append(numbers[i]).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(names[i]);
            }
        }
        return path.isEmpty() ? "" : " path=" + path;
    }
}
