package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EnumType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A constant of an enum, by its name. */
final class YamlEnum extends YamlShape {
    private final EnumType type;
    private final byte[][] blockTexts;
    private final byte[][] flowTexts;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Integer unknown;

    YamlEnum(EnumType type) {
        this.type = type;
        List<String> constants = type.constants();
        blockTexts = new byte[constants.size()][];
        flowTexts = new byte[constants.size()][];
        for (int i = 0; i < constants.size(); i++) {
            blockTexts[i] = YamlStrings.bytes(constants.get(i), YamlStrings.Context.BLOCK);
            flowTexts[i] = YamlStrings.bytes(constants.get(i), YamlStrings.Context.FLOW);
            numbers.put(constants.get(i), i);
        }
        type.aliases().forEach((alias, constant) -> numbers.putIfAbsent(alias, constants.indexOf(constant)));
        unknown = type.unknown().map(numbers::get).orElse(null);
    }

    EnumType type() {
        return type;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        int number = in.readNumber(blockTexts.length, type.name());
        if (number < 0) {
            return false;
        }
        prefix.beforeInline(out);
        out.put(blockTexts[number]);
        out.put('\n');
        return true;
    }

    @Override
    boolean mayFlow() {
        return true;
    }

    @Override
    boolean writeFlow(BinaryInput in, Utf8Output out) {
        int number = in.readNumber(flowTexts.length, type.name());
        out.put(number < 0 ? YamlShape.NULL : flowTexts[number]);
        return true;
    }

    void writeKey(BinaryInput in, Utf8Output out) {
        int number = in.readNumber(blockTexts.length, type.name());
        out.put(number < 0 ? YamlShape.NULL : blockTexts[number]);
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        return text.skip(' ') && readCanonical(text, YamlStrings.Context.BLOCK, blockTexts, out) && text.skip('\n');
    }

    @Override
    boolean readCanonicalFlow(Utf8Input text, BinaryOutput out) {
        return readCanonical(text, YamlStrings.Context.FLOW, flowTexts, out);
    }

    /** Reads the key of a map and its colon as {@link #writeKey} has written it. */
    boolean readCanonicalKey(Utf8Input text, BinaryOutput out) {
        return readCanonical(text, YamlStrings.Context.KEY, blockTexts, out) && text.skip(':');
    }

    private static boolean readCanonical(
            Utf8Input text, YamlStrings.Context context, byte[][] texts, BinaryOutput out) {
        int to = YamlScanner.plainEnd(text, context);
        int number = to < 0 ? -1 : text.indexOf(texts, text.at, to);
        if (number >= 0) {
            text.at = to;
            out.writeUnsigned(number + 1L);
        }
        return number >= 0;
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.isNull()) {
            source.out.writeNull();
            return;
        }
        boolean fits = node.tag == null
                || node.tag.equals(YamlTags.NONE)
                || node.tag.equals(YamlTags.STRING)
                || node.tag.equals("!" + type.simpleName())
                || node.tag.equals("!" + type.name());
        if (!fits) {
            throw source.wrongTag(node, "!" + type.simpleName());
        }
        readValue(node, source);
    }

    /** Writes the constant, whatever the tag. */
    void readValue(YamlNode node, YamlSource source) {
        Integer number = node.isScalar() ? numbers.get(node.text) : null;
        if (number == null && node.isScalar() && unknown != null) {
            source.options.observer().ifPresent(observer -> observer.unknownConstant(type.name(), node.text));
            number = unknown;
        }
        if (number == null) {
            String nearest = node.isScalar() ? NearestName.hintForData(node.text, type.constants()) : "";
            throw source.wrong(node, "one of " + type.constants() + nearest);
        }
        source.out.writeUnsigned(number + 1L);
    }
}
