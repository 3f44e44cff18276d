package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.HashSet;
import java.util.Set;

/** A map, a line for each entry, in the order of iteration. */
final class YamlMap extends YamlShape {
    private static final byte[] LONG_KEY = Utf8Output.ascii("? ");

    private final YamlShape key;
    private final YamlShape value;

    YamlMap(YamlShape key, YamlShape value) {
        this.key = key;
        this.value = value;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        int count = in.readCount();
        if (count < 0) {
            return false;
        }
        if (count == 0) {
            prefix.beforeInline(out);
            out.put(EMPTY_MAPPING_LINE);
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (i == 0) {
                prefix.beforeBlock(out, indent);
            } else {
                YamlPrefix.newLine(out, indent);
            }
            writeKey(in, out, indent);
            if (!value.write(in, out, indent + 2, YamlPrefix.KEY)) {
                out.put(NULL_LINE);
            }
        }
        return true;
    }

    /** Appends a key. A key that is longer than YAML allows before a colon gets a line of its own. */
    private void writeKey(BinaryInput in, Utf8Output out, int indent) {
        int start = out.length();
        if (key instanceof YamlScalar scalar) {
            scalar.writeKey(in, out);
        } else if (key instanceof YamlEnum constant) {
            constant.writeKey(in, out);
        }
        if (out.chars(start) > YamlStrings.MAX_KEY_CHARS) {
            out.insert(start, LONG_KEY);
            out.put('\n');
            YamlPrefix.newLine(out, indent);
        }
        out.put(':');
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        if (text.skip(EMPTY_MAPPING_VALUE)) {
            out.writeCount(0);
            return true;
        }
        if (!prefix.skipBeforeBlock(text, indent)) {
            return false;
        }
        int start = out.length();
        Set<EncodedKey> seen = new HashSet<>();
        int spaces;
        do {
            int from = out.length();
            boolean read = readCanonicalKey(text, out)
                    && seen.add(EncodedKey.since(from, out))
                    && value.readCanonical(text, indent + 2, YamlPrefix.KEY, out);
            if (!read) {
                return false;
            }
            spaces = text.indentation();
            text.at += spaces == indent ? indent : 0;
        } while (spaces == indent);
        out.insertCount(start, seen.size());
        return spaces < indent;
    }

    private boolean readCanonicalKey(Utf8Input text, BinaryOutput out) {
        return switch (key) {
            case YamlScalar scalar -> scalar.readCanonicalKey(text, out);
            case YamlEnum constant -> constant.readCanonicalKey(text, out);
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
        Set<EncodedKey> seen = new HashSet<>();
        for (int i = 0; i < node.children.size(); i += 2) {
            YamlNode keyNode = node.children.get(i);
            int start = source.out.length();
            source.enter(keyNode.describe());
            key.read(keyNode, source);
            if (!seen.add(EncodedKey.since(start, source.out))) {
                throw source.error(keyNode, "a key appears twice key=" + keyNode.describe());
            }
            value.read(node.children.get(i + 1), source);
            source.leave();
        }
    }
}
