package io.millrace.clients;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.WireFormat;
import java.nio.charset.StandardCharsets;

/** A call as a client has declared it, perhaps of another version than the component has. For one thread. */
final class ClientCall {

    private static final int FIRST_BYTES = 256;

    /** A client may declare many calls, so memory for long arguments is not kept. */
    private static final int KEPT_BYTES = 1 << 12;

    /** How much longer than a request its arguments as JSON may be. */
    private static final int TEXT_FACTOR = 8;

    private final CallSchema schema;
    private final TextOptions options;
    private Transcoder json;
    private BinaryOutput text;

    /** The schema that it was compared with last, and whether arguments are the same bytes under both. */
    private CallSchema compared;

    private boolean isSame;

    /**
     * Creates a call.
     *
     * @param maxBytes the longest request
     */
    ClientCall(CallSchema schema, int maxBytes) {
        this.schema = schema;
        TextOptions all = TextOptions.strict();
        int most = Math.min(all.limits().maxMessageBytes(), TEXT_FACTOR * maxBytes);
        this.options = all.withLimits(all.limits().withMaxMessageBytes(most));
    }

    String method() {
        return schema.path();
    }

    /** Returns whether arguments are written alike under another schema. */
    @SuppressWarnings("ReferenceEquality") // the component has one object for each call
    boolean isWrittenAs(CallSchema other) {
        if (other != compared) {
            isSame = schema.parameters().equals(other.parameters())
                    && schema.types().equals(other.types());
            compared = other;
        }
        return isSame;
    }

    /** Returns arguments as JSON of bounded length, since a name may be much longer than its value. */
    String json(byte[] arguments) {
        if (json == null) {
            json = Transcoders.of(WireFormat.JSON, schema.arguments(), options);
        }
        if (text == null) {
            text = BinaryOutput.allocate(FIRST_BYTES);
        }
        text.reset();
        boolean isShort = false;
        try {
            BinaryInput in = BinaryInput.of(arguments);
            json.fromBinary(in, text);
            in.expectEnd();
            isShort = text.length() <= KEPT_BYTES;
            return new String(text.toByteArray(), StandardCharsets.UTF_8);
        } finally {
            if (!isShort) { // also where it has failed, perhaps since it is too long
                json = null;
                text = null;
            }
        }
    }
}
