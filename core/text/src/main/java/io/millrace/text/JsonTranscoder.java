package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.WireException;

/** JSON in UTF-8, a message on one line without blanks. */
final class JsonTranscoder implements Transcoder {
    private static final int INITIAL = 512;

    private final JsonShape root;
    private final TextOptions options;
    private final Utf8Output text;
    private final Utf8Input bytes = new Utf8Input();

    JsonTranscoder(Schema schema, TextOptions options) {
        this.root = new JsonShapes(schema.types()).of(schema.root());
        this.options = options;
        this.text = new Utf8Output(INITIAL, options.limits().maxMessageBytes());
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        text.clear();
        if (root instanceof JsonMessage message) {
            text.put('{');
            message.writeFields(in, text);
            text.put('}');
        } else {
            root.writeOrNull(in, text);
        }
        text.copyTo(out);
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        int start = in.offset();
        if (!readCanonical(in, out)) {
            in.rewind(start);
            readAny(in, out);
        }
    }

    /** Reads a text in any form that the parser accepts. */
    void readAny(BinaryInput in, BinaryOutput out) {
        bytes.fill(in);
        try (JsonSource source = new JsonSource(bytes.bytes, bytes.end, options, out)) {
            if (root instanceof JsonMessage message) {
                readMessage(message, source);
            } else {
                readValue(root, source);
            }
        }
    }

    /**
     * Reads a text whose fields are in the order of the schema and whose strings have no escapes, several times as fast
     * as any other text. Returning false is not an error, and this method reports none: the general parser finds errors
     * and their positions.
     *
     * @return false if the text has another form; then nothing has been written
     */
    boolean readCanonical(BinaryInput in, BinaryOutput out) {
        bytes.fill(in);
        int length = out.length();
        int depth = out.depth();
        boolean read = false;
        try {
            bytes.skipBlanks();
            read = root instanceof JsonMessage message
                    ? bytes.skip('{') && message.readCanonicalFields(bytes, out)
                    : root.readCanonical(bytes, out);
            bytes.skipBlanks();
            read &= bytes.at == bytes.end;
        } catch (WireException _) {
            // the general parser finds it again
        }
        if (!read) {
            out.backTo(length, depth);
        }
        return read;
    }

    /** Writes the one message of a text as BINARY, without a presence byte. */
    private static void readMessage(JsonMessage message, JsonSource source) {
        if (source.next() != JsonToken.START_OBJECT) {
            throw message.wrong(source);
        }
        source.next();
        message.readFields(source);
        source.requireEnd();
    }

    /** Writes the one value of a text as BINARY. */
    static void readValue(JsonShape shape, JsonSource source) {
        source.next();
        shape.read(source);
        source.requireEnd();
    }
}
