package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;

/**
 * The text of values of one type: from BINARY to YAML and back by the schema alone, without any class of the
 * application. {@code docs/format/yaml.md} describes the text. Immutable; any number of threads may use it at once.
 */
public final class YamlText {
    private static final int INITIAL = 512;

    private final YamlShape root;

    private YamlText(YamlShape root) {
        this.root = root;
    }

    /** The text of the values of this schema. */
    public static YamlText of(Schema schema) {
        return new YamlText(new YamlShapes(schema.types()).of(schema.root()));
    }

    /**
     * Reads one value and appends its text, which is a whole document and ends with a line break.
     *
     * @param in where the value is
     * @param out where the text goes
     * @throws WireException where the bytes are not a value of this schema; what has been appended is undefined then
     */
    public void write(BinaryInput in, StringBuilder out) {
        Utf8Text text = Utf8Text.ofAnyLength();
        write(in, text);
        out.append(text);
    }

    /** Reads one value and puts its text. */
    void write(BinaryInput in, Utf8Text out) {
        if (root instanceof YamlMessage message) {
            out.put(message.tag());
            message.writeFields(in, out, 0, YamlPlace.TAG);
        } else if (!root.write(in, out, 0, YamlPlace.TOP)) {
            out.put(YamlShape.NULL);
            out.put('\n');
        }
    }

    /**
     * Reads a text of one document and writes its value.
     *
     * @param text the document
     * @param options what to do about unknown keys, and the bounds
     * @param out where the value goes
     * @throws WireException where the text is not one document that fits this schema
     */
    public void read(String text, TextOptions options, BinaryOutput out) {
        read(text, new TextBytes(), options, out);
    }

    /** Reads a text by way of memory that is used again. */
    void read(String text, TextBytes bytes, TextOptions options, BinaryOutput out) {
        boolean isShort = text.length() < options.limits().maxMessageBytes();
        if (!isShort || !bytes.fill(text) || !readUsual(bytes, options, out)) {
            readAny(document(text, options), options, out);
        }
    }

    /** Writes the value of a document that has been cut from a stream. */
    void read(YamlDocument document, TextOptions options, BinaryOutput out) {
        TextBytes bytes = new TextBytes();
        if (!bytes.fill(document.text()) || !readUsual(bytes, options, out)) {
            readAny(document, options, out);
        }
    }

    /** Writes the value of a document by way of a tree of all that it holds. */
    void readAny(YamlDocument document, TextOptions options, BinaryOutput out) {
        read(document, new YamlSource(document, options, out));
    }

    /**
     * Reads a text that looks as {@link #write} has written it, without anything in between, several times as fast as
     * any other. Giving up is never an error, and no error is found here: what is wrong is found on the way that can
     * say where.
     *
     * @return false where the text looks otherwise; nothing has been written then
     */
    boolean readUsual(TextBytes text, TextOptions options, BinaryOutput out) {
        if (!(root instanceof YamlMessage message)
                || text.end >= options.limits().maxMessageBytes()) {
            return false;
        }
        int length = out.length();
        int depth = out.depth();
        boolean read = false;
        try {
            YamlPlace place = text.skip(message.tag()) ? YamlPlace.TAG : YamlPlace.TOP;
            read = message.readUsualFields(text, 0, place, out) && text.at == text.end;
        } catch (WireException _) {
            // the other way meets it again
        }
        if (!read) {
            out.backTo(length, depth);
        }
        return read;
    }

    /**
     * The error that came up when the message of a text was made, with its place in the text.
     *
     * @param text the document, which has been read before
     * @param options as they were then
     * @param error the error
     * @param in the message in BINARY, where the error left it
     */
    WireException located(String text, TextOptions options, WireException error, BinaryInput in) {
        YamlDocument document = document(text, options);
        YamlSpans spans = new YamlSpans();
        YamlSource source = new YamlSource(document, options, BinaryOutput.allocate(INITIAL, options.limits()));
        source.note(spans);
        read(document, source);
        return spans.located(error, in, document);
    }

    /** The only document of a text. */
    YamlDocument document(String text, TextOptions options) {
        YamlDocuments documents = new YamlDocuments(text, options.limits().maxMessageBytes());
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
