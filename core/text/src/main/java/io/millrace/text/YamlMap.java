package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.HashSet;
import java.util.Set;

/** A map, a line for each entry, in the order of iteration. */
final class YamlMap extends YamlShape {
    private static final byte[] LONG_KEY = Utf8Text.ascii("? ");

    private final YamlShape key;
    private final YamlShape value;

    YamlMap(YamlShape key, YamlShape value) {
        this.key = key;
        this.value = value;
    }

    @Override
    boolean write(BinaryInput in, Utf8Text out, int indent, YamlPlace place) {
        int count = in.readCount();
        if (count < 0) {
            return false;
        }
        if (count == 0) {
            place.beforeInline(out);
            out.put(EMPTY_MAPPING_LINE);
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (i == 0) {
                place.beforeBlock(out, indent);
            } else {
                YamlPlace.newLine(out, indent);
            }
            writeKey(in, out, indent);
            if (!value.write(in, out, indent + 2, YamlPlace.KEY)) {
                out.put(NULL_LINE);
            }
        }
        return true;
    }

    /** A key that is longer than YAML allows in front of a colon gets a line of its own. */
    private void writeKey(BinaryInput in, Utf8Text out, int indent) {
        int start = out.length();
        if (key instanceof YamlScalar scalar) {
            scalar.writeKey(in, out);
        } else if (key instanceof YamlEnum constant) {
            constant.writeKey(in, out);
        }
        if (out.chars(start) > YamlStrings.MAX_KEY_CHARS) {
            out.insert(start, LONG_KEY);
            out.put('\n');
            YamlPlace.newLine(out, indent);
        }
        out.put(':');
    }

    @Override
    boolean readUsual(TextBytes text, int indent, YamlPlace place, BinaryOutput out) {
        if (text.skip(EMPTY_MAPPING_VALUE)) {
            out.writeCount(0);
            return true;
        }
        if (!place.skipBeforeBlock(text, indent)) {
            return false;
        }
        int start = out.length();
        Set<YamlBytes> seen = new HashSet<>();
        int spaces;
        do {
            int from = out.length();
            boolean read = readUsualKey(text, out)
                    && seen.add(YamlBytes.since(from, out))
                    && value.readUsual(text, indent + 2, YamlPlace.KEY, out);
            if (!read) {
                return false;
            }
            spaces = text.indentation();
            text.at += spaces == indent ? indent : 0;
        } while (spaces == indent);
        out.insertCount(start, seen.size());
        return spaces < indent;
    }

    private boolean readUsualKey(TextBytes text, BinaryOutput out) {
        return switch (key) {
            case YamlScalar scalar -> scalar.readUsualKey(text, out);
            case YamlEnum constant -> constant.readUsualKey(text, out);
            default -> false;
        };
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.isNull()) {
            source.out.writeNull();
            return;
        }
        if (node.kind != YamlNode.Kind.MAPPING) {
            throw source.wrong(node, "a mapping");
        }
        if (node.tag != null && !node.tag.equals(YamlTags.MAP)) {
            throw source.wrongTag(node, "none");
        }
        source.out.writeCount(node.children.size() / 2);
        Set<YamlBytes> seen = new HashSet<>();
        for (int i = 0; i < node.children.size(); i += 2) {
            YamlNode keyNode = node.children.get(i);
            int start = source.out.length();
            source.enter(keyNode.describe());
            key.read(keyNode, source);
            if (!seen.add(YamlBytes.since(start, source.out))) {
                throw source.error(keyNode, "a key appears twice key=" + keyNode.describe());
            }
            value.read(node.children.get(i + 1), source);
            source.leave();
        }
    }
}
