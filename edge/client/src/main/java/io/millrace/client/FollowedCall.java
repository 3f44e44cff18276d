package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeltaOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * A method of the writer, as a server has declared it to a follower in a connection, with what reads its calls. One
 * thread at a time.
 */
final class FollowedCall {

    private final CallSchema schema;
    private Transcoder delta;
    private JsonCallText text;
    private Class<?> type;
    private Optional<CallDecoder> decoder = Optional.empty();

    FollowedCall(CallSchema schema) {
        this.schema = schema;
    }

    String method() {
        return schema.path();
    }

    /** Returns what reads the changes since earlier calls of this method. */
    Transcoder delta() {
        if (delta == null) {
            delta = Transcoders.delta(schema.arguments(), List.of(), DeltaOptions.defaults(), WireLimits.defaults());
        }
        return delta;
    }

    /** Returns arguments as JSON. */
    String json(MemorySegment arguments) {
        if (text == null) {
            text = JsonCallText.named(schema);
        }
        return text.read(new BinaryInput().wrap(arguments, 0, arguments.byteSize()));
    }

    /** Returns what calls the methods of a type; empty where it has no such method. */
    Optional<CallDecoder> decoder(Wire wire, Class<?> wanted) {
        if (!wanted.equals(type)) {
            decoder = wire.callDecoder(schema, wanted);
            type = wanted;
        }
        return decoder;
    }
}
