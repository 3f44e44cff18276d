package io.millrace.wire;

import com.fasterxml.jackson.core.JsonToken;
import java.lang.foreign.MemorySegment;

/** JSON in UTF-8, a message on one line without blanks. */
final class JsonTranscoder implements Transcoder {
    private static final int INITIAL = 512;

    private final JsonShape root;
    private final TextOptions options;
    private final Utf8Text text;
    private byte[] bytes = new byte[INITIAL];

    JsonTranscoder(Schema schema, TextOptions options) {
        this.root = new JsonShapes(schema.types()).of(schema.root());
        this.options = options;
        this.text = new Utf8Text(INITIAL, options.limits().maxMessageBytes());
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
        int length = in.remaining();
        long from = in.take(length);
        if (bytes.length < length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        MemorySegment.copy(in.segment(), Layouts.BYTE, from, bytes, 0, length);
        try (JsonSource source = new JsonSource(bytes, length, options, out)) {
            if (root instanceof JsonMessage message) {
                readMessage(message, source);
            } else {
                readValue(root, source);
            }
        }
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
