package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Field;
import io.millrace.wire.MessageType;
import io.millrace.wire.MissingValue;
import io.millrace.wire.NamedType;
import io.millrace.wire.TextOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message: a mapping of its fields in the writer's order, without those that are null. */
final class YamlMessage extends YamlShape {
    private final MessageType type;
    private final byte[] tag;
    private final String[] names;
    /** The names and their colons, as UTF-8. */
    private final byte[][] keys;

    private final YamlShape[] fields;
    private final MissingValue[] missing;
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Creates the shape; the shapes of the fields are set once all named types have theirs, since types may contain
     * each other.
     */
    YamlMessage(MessageType type) {
        this.type = type;
        tag = Utf8Output.ascii(YamlTags.of(type.simpleName()));
        List<Field> declared = type.fields();
        names = new String[declared.size()];
        keys = new byte[names.length][];
        fields = new YamlShape[names.length];
        missing = new MissingValue[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = declared.get(i).name();
            keys[i] = YamlStrings.key(names[i]);
            numbers.put(names[i], i);
            missing[i] = declared.get(i).missing().orElse(null);
        }
        for (int i = 0; i < names.length; i++) {
            for (String alias : declared.get(i).aliases()) {
                numbers.putIfAbsent(alias, i);
            }
        }
    }

    void link(YamlShapes shapes) {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = shapes.of(type.fields().get(i).type());
        }
    }

    MessageType type() {
        return type;
    }

    /** Returns the tag before a message that is a document of its own. */
    byte[] tag() {
        return tag;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        if (!in.readPresence()) {
            return false;
        }
        writeNested(in, out, indent, prefix);
        return true;
    }

    /** Appends a message that has no presence byte and is not the root. */
    void writeNested(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        in.enter();
        writeFields(in, out, indent, prefix);
        in.leave();
    }

    /** Appends a message that has no presence byte. */
    void writeFields(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        boolean empty = true;
        for (int i = 0; i < fields.length; i++) {
            int mark = out.length();
            if (empty) {
                prefix.beforeBlock(out, indent);
            } else {
                YamlPrefix.newLine(out, indent);
            }
            out.put(keys[i]);
            if (fields[i].write(in, out, indent + 2, YamlPrefix.KEY)) {
                empty = false;
            } else if (missing[i] != null) {
                out.put(NULL_LINE); // a field that is left out is read as its default
                empty = false;
            } else {
                out.cut(mark);
            }
        }
        if (empty) {
            prefix.beforeInline(out);
            out.put(EMPTY_MAPPING_LINE);
        }
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        out.writeBoolean(true);
        return readCanonicalNested(text, indent, prefix, out);
    }

    /** Reads a message that has no presence byte and is not the root. */
    boolean readCanonicalNested(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        out.enter();
        boolean read = readCanonicalFields(text, indent, prefix, out);
        out.leave();
        return read;
    }

    /** Reads a message that has no presence byte, whose fields are in the order of the schema. */
    boolean readCanonicalFields(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        int next = 0;
        if (!text.skip(EMPTY_MAPPING_VALUE)) {
            if (!prefix.skipBeforeBlock(text, indent)) {
                return false;
            }
            int spaces;
            do {
                while (next < fields.length && !text.skip(keys[next])) {
                    readMissing(next++, out);
                }
                if (next == fields.length || !fields[next++].readCanonical(text, indent + 2, YamlPrefix.KEY, out)) {
                    return false;
                }
                spaces = text.indentation();
                text.at += spaces == indent ? indent : 0;
            } while (spaces == indent);
            if (spaces > indent) {
                return false;
            }
        }
        for (; next < fields.length; next++) {
            readMissing(next, out);
        }
        return true;
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.isNull()) {
            source.out.writeBoolean(false);
            return;
        }
        source.out.writeBoolean(true);
        requireTag(node, source);
        readNested(node, source);
    }

    /** Writes a message that has no presence byte and is not the root, whatever the tag. */
    void readNested(YamlNode node, YamlSource source) {
        source.out.enter();
        readFields(node, source);
        source.out.leave();
    }

    void requireTag(YamlNode node, YamlSource source) {
        boolean fits = node.tag == null
                || node.tag.equals("!" + type.simpleName())
                || node.tag.equals("!" + type.name())
                || type.aliases().stream()
                        .anyMatch(alias ->
                                node.tag.equals("!" + alias) || node.tag.equals("!" + NamedType.simpleName(alias)))
                || node.tag.equals(YamlTags.MAP);
        if (!fits) {
            throw source.wrongTag(node, "!" + type.simpleName());
        }
    }

    /** Writes a message that has no presence byte, whatever the tag. */
    void readFields(YamlNode node, YamlSource source) {
        if (node.kind != YamlNode.Kind.MAPPING) {
            throw source.wrong(node, "the fields of " + type.simpleName() + ": " + String.join(", ", names));
        }
        YamlNode[] values = new YamlNode[fields.length];
        for (int i = 0; i < node.children.size(); i += 2) {
            YamlNode key = node.children.get(i);
            Integer number = key.isScalar() ? numbers.get(key.text) : null;
            if (number == null) {
                refuse(key, node.children.get(i + 1), source);
            } else if (values[number] != null) {
                throw source.error(key, "a key appears twice key=" + key.text + " type=" + type.name());
            } else {
                values[number] = node.children.get(i + 1);
            }
        }
        for (int i = 0; i < fields.length; i++) {
            if (values[i] == null) {
                readMissing(i, source.out);
            } else {
                int start = source.out.length();
                source.enter(names[i]);
                fields[i].read(values[i], source);
                source.leave();
                source.recordField(start, values[i]);
            }
        }
        source.recordMessage(node);
    }

    private void readMissing(int field, BinaryOutput out) {
        if (missing[field] != null) {
            missing[field].write(out);
        } else {
            fields[field].readMissing(out);
        }
    }

    private void refuse(YamlNode key, YamlNode value, YamlSource source) {
        if (!key.isScalar()) {
            throw source.wrong(key, "a field of " + type.simpleName() + ": " + String.join(", ", names));
        }
        if (source.options.unknownKeys() == TextOptions.UnknownKeys.REFUSE) {
            throw source.error(
                    key,
                    "there is no such key key=" + key.describe() + NearestName.hintForData(key.text, List.of(names))
                            + " type=" + type.name() + " allowed=" + List.of(names));
        }
        if (source.options.observer().isPresent()) {
            source.options.observer().get().unknownField(type.name(), key.text, value.describe());
        }
    }

    @Override
    void readMissing(BinaryOutput out) {
        out.writeBoolean(false);
    }
}
