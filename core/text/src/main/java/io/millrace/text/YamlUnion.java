package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireTypeException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a union type, whose tag is its type. Truth values, strings, whole numbers and doubles need no tag if
 * YAML's core schema distinguishes them; a plain whole number is an int, or a long if it is outside the range of int. A
 * tag is the last part of the type's name, or the full name if another member has the same last part.
 */
final class YamlUnion extends YamlShape {
    private final UnionType type;
    private final YamlShape[] members;
    private final String[] tags;
    private final byte[][] tagBytes;
    private final Map<String, Integer> byTag = new HashMap<>();
    private final Map<ScalarKind, Integer> byKind = new EnumMap<>(ScalarKind.class);
    private boolean mayFlow;

    /** Creates the shape; the shapes of the members are set once all named types have theirs. */
    YamlUnion(UnionType type) {
        this.type = type;
        members = new YamlShape[type.members().size()];
        tags = new String[members.length];
        tagBytes = new byte[members.length][];
    }

    void link(YamlShapes shapes) {
        Map<String, Integer> uses = new HashMap<>();
        for (int i = 0; i < members.length; i++) {
            members[i] = shapes.of(type.members().get(i));
            mayFlow |= members[i].mayFlow();
            if (members[i] instanceof YamlScalar scalar) {
                byKind.put(scalar.kind(), i);
                tags[i] = YamlTags.of(scalar.kind());
                byTag.put(tags[i], i);
                uses.put(tags[i], 2);
            } else {
                uses.merge(YamlTags.of(named(i).simpleName()), 1, Integer::sum);
            }
        }
        for (int i = 0; i < members.length; i++) {
            if (!(members[i] instanceof YamlScalar)) {
                String simple = YamlTags.of(named(i).simpleName());
                String full = YamlTags.of(named(i).name());
                tags[i] = uses.get(simple) == 1 ? simple : full;
                byTag.put(tags[i], i);
                byTag.putIfAbsent(full, i);
                if (named(i) instanceof MessageType message) {
                    for (String alias : message.aliases()) {
                        byTag.putIfAbsent(YamlTags.of(alias), i);
                        byTag.putIfAbsent(YamlTags.of(NamedType.simpleName(alias)), i);
                    }
                }
            }
            tagBytes[i] = Utf8Output.ascii(tags[i]);
        }
    }

    private NamedType named(int member) {
        return switch (members[member]) {
            case YamlMessage message -> message.type();
            case YamlEnum constants -> constants.type();
            default -> throw new WireTypeException("the type cannot be a member of a union type in=" + type.name());
        };
    }

    @Override
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        int member = in.readNumber(members.length, type.name());
        if (member < 0) {
            return false;
        }
        switch (members[member]) {
            case YamlScalar scalar
            when scalar.kind() == ScalarKind.STRING || scalar.kind() == ScalarKind.BYTES ->
                scalar.write(in, out, indent, prefix);
            case YamlMessage message -> {
                prefix.beforeInline(out);
                out.put(tagBytes[member]);
                message.writeNested(in, out, indent, YamlPrefix.TAG);
            }
            default -> {
                prefix.beforeInline(out);
                writeTagged(member, in, out);
                out.put('\n');
            }
        }
        return true;
    }

    @Override
    boolean mayFlow() {
        return mayFlow;
    }

    @Override
    boolean writeFlow(BinaryInput in, Utf8Output out) {
        int member = in.readNumber(members.length, type.name());
        if (member < 0) {
            out.put(NULL);
            return true;
        }
        return !(members[member] instanceof YamlMessage) && writeTagged(member, in, out);
    }

    private boolean writeTagged(int member, BinaryInput in, Utf8Output out) {
        if (!(members[member] instanceof YamlScalar scalar)) {
            out.put(tagBytes[member]);
            out.put(' ');
            return members[member].writeFlow(in, out);
        }
        ScalarKind kind = scalar.kind();
        boolean tagged = needsTag(kind);
        if (tagged) {
            out.put(tagBytes[member]);
            out.put(' ');
        }
        if (kind == ScalarKind.LONG && byKind.containsKey(ScalarKind.INT)) {
            long value = in.readLong();
            if ((int) value == value) {
                out.put(tagBytes[member]);
                out.put(' ');
            }
            out.put(value);
            return true;
        }
        return scalar.writeFlowMember(in, out);
    }

    private static boolean needsTag(ScalarKind kind) {
        return switch (kind) {
            case STRING, BOOLEAN, INT, LONG, DOUBLE -> false;
            default -> true;
        };
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        if (!text.skip(' ') || text.peek() != '!') {
            return false;
        }
        int to = YamlScanner.tagEnd(text);
        int member = text.indexOf(tagBytes, text.at, to);
        if (member < 0 || !(members[member] instanceof YamlMessage message)) {
            return false;
        }
        text.at = to;
        out.writeUnsigned(member + 1L);
        return message.readCanonicalNested(text, indent, YamlPrefix.TAG, out);
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.isNull()) {
            source.out.writeNull();
            return;
        }
        int member = node.tag == null || node.tag.equals(YamlTags.NONE) ? untagged(node, source) : tagged(node, source);
        source.out.writeUnsigned(member + 1L);
        switch (members[member]) {
            case YamlMessage message -> message.readNested(node, source);
            case YamlEnum constants -> constants.readValue(node, source);
            case YamlScalar scalar -> scalar.readValue(node, source);
            default -> throw new AssertionError(type.name());
        }
    }

    private int tagged(YamlNode node, YamlSource source) {
        Integer member = byTag.get(YamlTags.shown(node.tag));
        if (member == null) {
            member = byTag.get(
                    YamlTags.of(node.tag.substring(1))); // the parser decodes characters that a tag may not contain
        }
        if (member != null) {
            return member;
        }
        int core = switch (YamlTags.shown(node.tag)) {
            case "!!str" -> member(ScalarKind.STRING);
            case "!!bool" -> member(ScalarKind.BOOLEAN);
            case "!!float" -> member(ScalarKind.DOUBLE);
            case "!!int" -> node.isScalar() ? wholeNumber(node.text) : -1;
            default -> -1;
        };
        if (core < 0) {
            throw source.wrongTag(node, allowed() + NearestName.hintForData(YamlTags.shown(node.tag), List.of(tags)));
        }
        return core;
    }

    private int untagged(YamlNode node, YamlSource source) {
        int member = -1;
        if (node.isScalar()) {
            if (!node.plain || node.tag != null) { // the tag ! means that nothing is resolved
                member = member(ScalarKind.STRING);
            } else {
                member = plain(node.text);
            }
        }
        if (member < 0) {
            throw source.error(
                    node,
                    "a member of a union type must have a tag value=" + node.describe() + " allowed=" + allowed());
        }
        return member;
    }

    private int plain(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return member(ScalarKind.BOOLEAN);
        }
        if (ScalarText.isInteger(text)) {
            return wholeNumber(text);
        }
        if (ScalarText.isFloat(text)) {
            return member(ScalarKind.DOUBLE);
        }
        return member(ScalarKind.STRING);
    }

    private int wholeNumber(String text) {
        int asInt = member(ScalarKind.INT);
        int asLong = member(ScalarKind.LONG);
        try {
            long value = ScalarText.parseLong(text);
            return asInt >= 0 && (int) value == value ? asInt : asLong;
        } catch (NumberFormatException _) {
            return member(ScalarKind.BIG_INTEGER);
        }
    }

    private int member(ScalarKind kind) {
        return byKind.getOrDefault(kind, -1);
    }

    private List<String> allowed() {
        return List.of(tags);
    }
}
