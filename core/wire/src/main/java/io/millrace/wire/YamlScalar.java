package io.millrace.wire;

/** A single value. */
final class YamlScalar extends YamlShape {
    private static final int MAX_INLINE_BYTES = 48;
    private static final int LINE_CHARS = 76;

    private final Scalar type;
    private final ScalarKind kind;

    YamlScalar(Scalar type) {
        this.type = type;
        this.kind = type.kind();
    }

    ScalarKind kind() {
        return kind;
    }

    @Override
    boolean write(BinaryInput in, StringBuilder out, int indent, YamlPlace place) {
        if (kind == ScalarKind.STRING) {
            String value = present(in.readString(), in);
            return value != null && writeString(value, out, indent, place);
        }
        if (kind == ScalarKind.BYTES) {
            byte[] value = present(in.readBytes(), in);
            return value != null && writeBytes(value, out, indent, place);
        }
        if (type.hasPresenceByte() && !in.readPresence()) {
            return false;
        }
        place.beforeInline(out);
        YamlScalars.append(out, type, in, YamlStrings.Context.BLOCK);
        out.append('\n');
        return true;
    }

    /** A null where there may be none would be taken for another value by whoever reads the text. */
    private <T> T present(T value, BinaryInput in) {
        if (value == null && !type.isNullable()) {
            throw new WireFormatException("a required value is null kind=" + kind + " offset=" + in.offset());
        }
        return value;
    }

    private static boolean writeString(String value, StringBuilder out, int indent, YamlPlace place) {
        place.beforeInline(out);
        if (YamlStrings.isLiteral(value)) {
            YamlStrings.appendLiteral(out, value, Math.max(indent, 2));
        } else {
            YamlStrings.append(out, value, YamlStrings.Context.BLOCK);
            out.append('\n');
        }
        return true;
    }

    private static boolean writeBytes(byte[] value, StringBuilder out, int indent, YamlPlace place) {
        place.beforeInline(out);
        if (place != YamlPlace.TAG) {
            out.append("!!binary ");
        }
        if (value.length <= MAX_INLINE_BYTES) {
            YamlScalars.appendBytes(out, value);
            out.append('\n');
            return true;
        }
        StringBuilder text = new StringBuilder();
        YamlScalars.appendBytes(text, value);
        out.append("|-\n");
        for (int start = 0; start < text.length(); start += LINE_CHARS) {
            int end = Math.min(start + LINE_CHARS, text.length());
            out.repeat(' ', Math.max(indent, 2)).append(text, start, end).append('\n');
        }
        return true;
    }

    @Override
    boolean mayFlow() {
        return true;
    }

    @Override
    boolean writeFlow(BinaryInput in, StringBuilder out) {
        return writeOneLine(in, out, YamlStrings.Context.FLOW, false);
    }

    /** Appends a member of a family between brackets. */
    boolean writeFlowMember(BinaryInput in, StringBuilder out) {
        return writeOneLine(in, out, YamlStrings.Context.FLOW, true);
    }

    /** Appends the key of a map. */
    void writeKey(BinaryInput in, StringBuilder out) {
        writeOneLine(in, out, YamlStrings.Context.BLOCK, false);
    }

    private boolean writeOneLine(BinaryInput in, StringBuilder out, YamlStrings.Context context, boolean tagged) {
        if (kind == ScalarKind.STRING) {
            String value = present(in.readString(), in);
            if (value == null) {
                out.append("null");
            } else if (context == YamlStrings.Context.FLOW && value.indexOf('\n') >= 0) {
                return false;
            } else {
                YamlStrings.append(out, value, context);
            }
        } else if (kind == ScalarKind.BYTES) {
            byte[] value = present(in.readBytes(), in);
            if (value == null) {
                out.append("null");
            } else {
                YamlScalars.appendBytes(tagged ? out : out.append("!!binary "), value);
            }
        } else if (type.hasPresenceByte() && !in.readPresence()) {
            out.append("null");
        } else {
            YamlScalars.append(out, type, in, context);
        }
        return true;
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.tag != null && !node.tag.equals(YamlTags.NULL) && !YamlTags.fits(kind, node.tag)) {
            throw source.wrongTag(node, YamlTags.of(kind));
        }
        if (node.isNull()) {
            if (!type.isNullable()) {
                throw source.wrong(node, YamlScalars.expected(type));
            }
            YamlScalars.writeMissing(type, source.out);
            return;
        }
        if (!node.isScalar() || (!node.plain && !YamlScalars.mayBeQuoted(type))) {
            throw wrong(node, source);
        }
        if (type.hasPresenceByte()) {
            source.out.writeBoolean(true);
        }
        readValue(node, source);
    }

    /** Writes the value without a presence byte. */
    void readValue(YamlNode node, YamlSource source) {
        if (!node.isScalar() || !YamlScalars.read(type, node.text, source.out)) {
            throw wrong(node, source);
        }
    }

    private TextException wrong(YamlNode node, YamlSource source) {
        String expected = YamlScalars.expected(type);
        return source.wrong(node, node.isScalar() && !node.plain ? expected + " without quotes" : expected);
    }

    @Override
    void readMissing(BinaryOutput out) {
        YamlScalars.writeMissing(type, out);
    }
}
