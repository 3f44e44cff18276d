package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;

/**
 * The text of values of one type: converts between BINARY and YAML by the schema alone, without any class of the
 * application. {@code docs/format/yaml.md} describes the text. Immutable; any number of threads may use it at once.
 */
public final class YamlText {
    private static final int INITIAL = 512;

    private final YamlShape root;

    private YamlText(YamlShape root) {
        this.root = root;
    }

    /** Returns the text of the values of this schema. */
    public static YamlText of(Schema schema) {
        return new YamlText(new YamlShapes(schema.types()).of(schema.root()));
    }

    /**
     * Reads one value and appends its text, which is a whole document and ends with a line break.
     *
     * @param in the input at the value
     * @param out gets the text
     * @throws WireException if the bytes are not a value of this schema; then the appended text is undefined
     */
    public void write(BinaryInput in, StringBuilder out) {
        Utf8Output text = Utf8Output.ofAnyLength();
        write(in, text);
        out.append(text);
    }

    /** Reads one value and appends its text. */
    void write(BinaryInput in, Utf8Output out) {
        if (root instanceof YamlMessage message) {
            out.put(message.tag());
            message.writeFields(in, out, 0, YamlPrefix.TAG);
        } else if (!root.write(in, out, 0, YamlPrefix.TOP)) {
            out.put(YamlShape.NULL);
            out.put('\n');
        }
    }

    /**
     * Reads a text of one document and writes its value.
     *
     * @param text the document
     * @param options how to treat unknown keys, and the limits
     * @param out gets the value
     * @throws WireException if the text is not one document that fits this schema
     */
    public void read(String text, TextOptions options, BinaryOutput out) {
        read(text, new Utf8Input(), options, out);
    }

    /** Reads a text with the help of memory that is reused. */
    void read(String text, Utf8Input bytes, TextOptions options, BinaryOutput out) {
        boolean isShort = text.length() < options.limits().maxMessageBytes();
        if (!isShort || !bytes.fill(text) || !readCanonical(bytes, options, out)) {
            readAny(document(text, options), options, out);
        }
    }

    /** Writes the value of a document of a stream. */
    void read(YamlDocument document, TextOptions options, BinaryOutput out) {
        Utf8Input bytes = new Utf8Input();
        if (!bytes.fill(document.text()) || !readCanonical(bytes, options, out)) {
            readAny(document, options, out);
        }
    }

    /** Writes the value of a document by means of a tree of the whole document. */
    void readAny(YamlDocument document, TextOptions options, BinaryOutput out) {
        read(document, new YamlSource(document, options, out));
    }

    /**
     * Reads a canonical text directly, several times as fast as any other text. Returning false is not an error, and
     * this method reports none: the general reader finds errors and their positions.
     *
     * @return false if the text has another form; then nothing has been written
     */
    boolean readCanonical(Utf8Input text, TextOptions options, BinaryOutput out) {
        if (!(root instanceof YamlMessage message)
                || text.end >= options.limits().maxMessageBytes()) {
            return false;
        }
        int length = out.length();
        int depth = out.depth();
        boolean read = false;
        try {
            YamlPrefix prefix = text.skip(message.tag()) ? YamlPrefix.TAG : YamlPrefix.TOP;
            read = message.readCanonicalFields(text, 0, prefix, out) && text.at == text.end;
        } catch (WireException _) {
            // the general reader finds it again
        }
        if (!read) {
            out.backTo(length, depth);
        }
        return read;
    }

    /**
     * Returns an error that occurred when the message of a text was created, with its position in the text.
     *
     * @param text the document, which has been read before
     * @param options the options with which it was read
     * @param error the error
     * @param in the message in BINARY, at the position of the error
     */
    WireException located(String text, TextOptions options, WireException error, BinaryInput in) {
        YamlDocument document = document(text, options);
        YamlSourceMap sourceMap = new YamlSourceMap();
        YamlSource source = new YamlSource(document, options, BinaryOutput.allocate(INITIAL, options.limits()));
        source.recordInto(sourceMap);
        read(document, source);
        return sourceMap.located(error, in, document);
    }

    /** Returns the only document of a text. */
    YamlDocument document(String text, TextOptions options) {
        YamlDocumentSplitter documents =
                new YamlDocumentSplitter(text, options.limits().maxMessageBytes());
        YamlDocument document = documents.next();
        if (document == null) {
            throw new TextException("the text has no document", 1, 1, 1, null);
        }
        YamlDocument second = documents.next();
        if (second != null) {
            throw second.error("the text has more than one document", second.line(), 1);
        }
        return document;
    }

    private void read(YamlDocument document, YamlSource source) {
        YamlNode node = YamlParser.parse(document, source.options.limits());
        if (root instanceof YamlMessage message) {
            message.requireTag(node, source);
            message.readFields(node, source);
        } else {
            root.read(node, source);
        }
    }
}
