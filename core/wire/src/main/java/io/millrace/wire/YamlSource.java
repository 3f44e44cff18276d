package io.millrace.wire;

import java.util.Arrays;

/** What is known while a document is turned into BINARY: where the values go, what is allowed, and where we are. */
final class YamlSource {
    final YamlDocument document;
    final TextOptions options;
    final BinaryOutput out;

    private String[] names = new String[16];
    private int[] numbers = new int[16];
    private int depth;
    private YamlSpans spans;

    YamlSource(YamlDocument document, TextOptions options, BinaryOutput out) {
        this.document = document;
        this.options = options;
        this.out = out;
    }

    /** Notes where in BINARY each part of the text goes. */
    void note(YamlSpans places) {
        spans = places;
    }

    /** A field has been written, from this length of the message on. */
    void wasField(int start, YamlNode value) {
        if (spans != null) {
            spans.field(start, out, value);
        }
    }

    /** All fields of a message have been written. */
    void wasMessage(YamlNode message) {
        if (spans != null) {
            spans.message(out, message);
        }
    }

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

    private String path() {
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

    TextException error(YamlNode node, String message) {
        return document.error(message + path(), node.line, node.column);
    }

    /** A value that is not what the schema asks for. */
    TextException wrong(YamlNode node, String expected) {
        return error(node, "a value is wrong value=" + node.describe() + " expected=\"" + expected + "\"");
    }

    TextException wrongTag(YamlNode node, String allowed) {
        return error(node, "this tag may not stand here tag=" + YamlTags.shown(node.tag) + " allowed=" + allowed);
    }
}
