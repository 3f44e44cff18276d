package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import io.millrace.wire.WireFormatException;
import java.util.Base64;

/** A single value. */
final class YamlScalar extends YamlShape {
    private static final byte[] BINARY = Utf8Output.ascii("!!binary ");
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
    boolean write(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        if (kind == ScalarKind.STRING) {
            return writeString(in, out, indent, prefix);
        }
        if (kind == ScalarKind.BYTES) {
            byte[] value = present(in.readBytes(), in);
            return value != null && writeBytes(value, out, indent, prefix);
        }
        if (type.hasPresenceByte() && !in.readPresence()) {
            return false;
        }
        prefix.beforeInline(out);
        YamlScalars.append(out, type, in, YamlStrings.Context.BLOCK);
        out.put('\n');
        return true;
    }

    /** Checks that a required value is present: a reader of the text would take its null for another value. */
    private <T> T present(T value, BinaryInput in) {
        if (value == null) {
            requireNullable(in);
        }
        return value;
    }

    private void requireNullable(BinaryInput in) {
        if (!type.isNullable()) {
            throw new WireFormatException("a required value is null kind=" + kind + " offset=" + in.offset());
        }
    }

    /** Appends a string. The strings of most messages are plain as they are, and are only copied. */
    private boolean writeString(BinaryInput in, Utf8Output out, int indent, YamlPrefix prefix) {
        int mark = out.length();
        prefix.beforeInline(out);
        int start = out.length();
        if (!out.putString(in, Utf8Output.Escapes.NONE)) {
            out.cut(mark);
            requireNullable(in);
            return false;
        }
        if (!YamlStrings.isSurelyPlain(out.bytes(), start, out.length(), YamlStrings.Context.BLOCK)) {
            String value = out.cutText(start);
            if (YamlStrings.isLiteral(value)) {
                YamlStrings.appendLiteral(out, value, Math.max(indent, 2));
                return true;
            }
            YamlStrings.append(out, value, YamlStrings.Context.BLOCK);
        }
        out.put('\n');
        return true;
    }

    private static boolean writeBytes(byte[] value, Utf8Output out, int indent, YamlPrefix prefix) {
        prefix.beforeInline(out);
        if (prefix != YamlPrefix.TAG) {
            out.put(BINARY);
        }
        if (value.length <= MAX_INLINE_BYTES) {
            YamlScalars.appendBytes(out, value);
            out.put('\n');
            return true;
        }
        byte[] text = Base64.getEncoder().encode(value);
        out.putAscii("|-\n");
        for (int start = 0; start < text.length; start += LINE_CHARS) {
            out.put(' ', Math.max(indent, 2));
            out.put(text, start, Math.min(start + LINE_CHARS, text.length));
            out.put('\n');
        }
        return true;
    }

    @Override
    boolean mayFlow() {
        return true;
    }

    @Override
    boolean writeFlow(BinaryInput in, Utf8Output out) {
        return writeOneLine(in, out, YamlStrings.Context.FLOW, false);
    }

    /** Appends a member of a union type between brackets. */
    boolean writeFlowMember(BinaryInput in, Utf8Output out) {
        return writeOneLine(in, out, YamlStrings.Context.FLOW, true);
    }

    /** Appends the key of a map. */
    void writeKey(BinaryInput in, Utf8Output out) {
        writeOneLine(in, out, YamlStrings.Context.BLOCK, false);
    }

    private boolean writeOneLine(BinaryInput in, Utf8Output out, YamlStrings.Context context, boolean tagged) {
        if (kind == ScalarKind.STRING) {
            String value = present(in.readString(), in);
            if (value == null) {
                out.put(NULL);
            } else if (context == YamlStrings.Context.FLOW && value.indexOf('\n') >= 0) {
                return false;
            } else {
                YamlStrings.append(out, value, context);
            }
        } else if (kind == ScalarKind.BYTES) {
            byte[] value = present(in.readBytes(), in);
            if (value == null) {
                out.put(NULL);
            } else {
                if (!tagged) {
                    out.put(BINARY);
                }
                YamlScalars.appendBytes(out, value);
            }
        } else if (type.hasPresenceByte() && !in.readPresence()) {
            out.put(NULL);
        } else {
            YamlScalars.append(out, type, in, context);
        }
        return true;
    }

    @Override
    boolean readCanonical(Utf8Input text, int indent, YamlPrefix prefix, BinaryOutput out) {
        return text.skip(' ') && readCanonical(text, YamlStrings.Context.BLOCK, out) && text.skip('\n');
    }

    @Override
    boolean readCanonicalFlow(Utf8Input text, BinaryOutput out) {
        return readCanonical(text, YamlStrings.Context.FLOW, out);
    }

    /** Reads the key of a map and its colon as {@link #writeKey} has written it. */
    boolean readCanonicalKey(Utf8Input text, BinaryOutput out) {
        return readCanonical(text, YamlStrings.Context.KEY, out) && text.skip(':');
    }

    private boolean readCanonical(Utf8Input text, YamlStrings.Context context, BinaryOutput out) {
        if (kind == ScalarKind.BYTES && !text.skip(BINARY)) {
            return false;
        }
        boolean quoted = text.skip('"');
        int from = text.at;
        int to = quoted ? YamlScanner.quotedEnd(text) : YamlScanner.plainEnd(text, context);
        boolean fits = to >= 0 && (quoted ? YamlScalars.mayBeQuoted(type) : !YamlScanner.isNull(text.bytes, from, to));
        if (!fits) {
            return false;
        }
        text.at = quoted ? to + 1 : to;
        if (kind == ScalarKind.STRING) {
            return out.writeUtf8(text.bytes, from, to);
        }
        if (type.hasPresenceByte()) {
            out.writeBoolean(true);
        }
        return CanonicalScalars.read(type, text, from, to, out);
    }

    @Override
    void read(YamlNode node, YamlSource source) {
        if (node.tag != null && !node.tag.equals(YamlTags.NULL) && !YamlTags.fits(kind, node.tag)) {
            throw source.wrongTag(node, YamlTags.of(kind));
        }
        if (node.isNull()) {
            if (!type.isNullable()) {
                throw source.wrong(node, ScalarText.expected(type));
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
        boolean fits;
        try {
            fits = node.isScalar() && ScalarText.read(type, node.text, source.out);
        } catch (WireFormatException e) {
            throw source.error(node, e.getMessage(), e); // half of a surrogate pair, from an escape
        }
        if (!fits) {
            throw wrong(node, source);
        }
    }

    private TextException wrong(YamlNode node, YamlSource source) {
        String expected = ScalarText.expected(type);
        return source.wrong(node, node.isScalar() && !node.plain ? expected + " without quotes" : expected);
    }

    @Override
    void readMissing(BinaryOutput out) {
        YamlScalars.writeMissing(type, out);
    }
}
