package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.HashSet;
import java.util.Set;

/** A list, a set or an array: on one line if its elements are single values and fit, otherwise a line for each. */
final class YamlSequence extends YamlShape {
    /** With this number of elements a line is longer than {@link #MAX_COLUMNS}, whatever they are. */
    private static final int MAX_FLOW = MAX_COLUMNS / 3;

    private static final byte[] EMPTY = Utf8Output.ascii("[]\n");
    private static final byte[] EMPTY_VALUE = Utf8Output.ascii(" []\n");
    private static final byte[] FLOW = Utf8Output.ascii(" [");
    private static final byte[] COMMA = Utf8Output.ascii(", ");
    private static final byte[] END = Utf8Output.ascii("]\n");

    private final YamlShape element;
    private final YamlShape[] elements;
    private final boolean distinct;

    YamlSequence(YamlShape element, boolean distinct) {
        this.element = element;
        this.elements = new YamlShape[] {element};
        this.distinct = distinct;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        int count = in.readCount();
        if (count < 0) {
            return false;
        }
        write(in, out, indent, prefix, count, elements);
        return true;
    }

    /** Appends {@code count} elements; the last shape is that of all further elements. */
    static void write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix, int count, YamlShape[] elements) {
        if (count == 0) {
            prefix.beforeInline(out);
            out.put(EMPTY);
            return;
        }
        if (count <= MAX_FLOW && writeLine(in, out, prefix, count, elements)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (i == 0) {
                prefix.beforeBlock(out, indent);
            } else {
                YamlPrefix.newLine(out, indent);
            }
            out.put('-');
            if (!elements[Math.min(i, elements.length - 1)].write(in, out, indent + 2, YamlPrefix.DASH)) {
                out.put(NULL_LINE);
            }
        }
    }

    private static boolean writeLine(
            BinaryInput in, Utf8Output out, YamlPrefix prefix, int count, YamlShape[] elements) {
        for (YamlShape element : elements) {
            if (!element.mayFlow()) {
                return false;
            }
        }
        int mark = out.length();
        int offset = in.offset();
        int lineStart = lineStart(out);
        prefix.beforeInline(out);
        out.put('[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.put(COMMA);
            }
            boolean written = elements[Math.min(i, elements.length - 1)].writeFlow(in, out);
            if (!written || isTooLong(out, lineStart)) {
                out.cut(mark);
                in.rewind(offset);
                return false;
            }
        }
        out.put(END);
        return true;
    }

    /** Returns whether the line is too long; no character has more than three bytes for each of its UTF-16 units. */
    private static boolean isTooLong(Utf8Output out, int lineStart) {
        int bytes = out.length() - lineStart;
        return bytes >= MAX_COLUMNS && (bytes >= 3 * MAX_COLUMNS || out.chars(lineStart) >= MAX_COLUMNS);
    }

    /** Returns the position at which the current line begins, or an earlier one if the line is too long anyway. */
    private static int lineStart(Utf8Output out) {
        int lowest = Math.max(0, out.length() - 3 * MAX_COLUMNS - 1);
        int start = out.length();
        while (start > lowest && out.at(start - 1) != '\n') {
            start--;
        }
        return start;
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        int start = out.length();
        int count = 0;
        Set<EncodedKey> seen = distinct ? new HashSet<>() : null;
        if (text.skip(EMPTY_VALUE)) {
            out.writeCount(0);
            return true;
        }
        if (text.skip(FLOW)) {
            do {
                int from = out.length();
                if (!element.readCanonicalFlow(text, out) || (distinct && !seen.add(EncodedKey.since(from, out)))) {
                    return false;
                }
                count++;
            } while (text.skip(COMMA));
            out.insertCount(start, count);
            return text.skip(END);
        }
        if (!prefix.skipBeforeBlock(text, indent)) {
            return false;
        }
        int spaces;
        do {
            int from = out.length();
            boolean read = text.skip('-') && element.readCanonical(text, indent + 2, YamlPrefix.DASH, out);
            if (!read || (distinct && !seen.add(EncodedKey.since(from, out)))) {
                return false;
            }
            count++;
            spaces = text.indentation();
            text.at += spaces == indent ? indent : 0;
        } while (spaces == indent);
        out.insertCount(start, count);
        return spaces < indent;
    }

    /** Reads as many elements as there are shapes, as {@link #write} has written them after a key. */
    static boolean readCanonical(Utf8Input text, int indent, BinaryOutput out, YamlShape... elements) {
        if (elements.length == 0) {
            return text.skip(EMPTY_VALUE);
        }
        if (text.skip(FLOW)) {
            for (int i = 0; i < elements.length; i++) {
                if ((i > 0 && !text.skip(COMMA)) || !elements[i].readCanonicalFlow(text, out)) {
                    return false;
                }
            }
            return text.skip(END);
        }
        if (!text.skip('\n')) {
            return false;
        }
        for (YamlShape element : elements) {
            if (!YamlPrefix.skipIndentation(text, indent)
                    || !text.skip('-')
                    || !element.readCanonical(text, indent + 2, YamlPrefix.DASH, out)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.isNull()) {
            source.out.writeNull();
            return;
        }
        if (node.kind != YamlNode.Kind.SEQUENCE) {
            throw source.wrong(node, "a sequence");
        }
        if (node.tag != null && !node.tag.equals(YamlTags.SEQ)) {
            throw source.wrongTag(node, "none");
        }
        source.out.writeCount(node.children.size());
        Set<EncodedKey> seen = distinct ? new HashSet<>() : null;
        for (int i = 0; i < node.children.size(); i++) {
            int start = source.out.length();
            source.enter(i);
            element.read(node.children.get(i), source);
            if (distinct && !seen.add(EncodedKey.since(start, source.out))) {
                throw source.error(
                        node.children.get(i),
                        "an element of a set appears twice value="
                                + node.children.get(i).describe());
            }
            source.leave();
        }
    }
}
