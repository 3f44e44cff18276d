package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeltaOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.WireLimits;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Messages in DELTA: what has changed since the last message of the same method and key that this follower got. Its
 * first one is complete. What is kept for a follower is bounded: after so many complete messages it begins anew, and
 * long messages are not kept and are sent in BINARY.
 */
final class DeltaMessages implements MessageForm {

    /** The most keys that are kept, of all methods. */
    static final int MAX_KEYS = 1_024;

    /** The longest arguments that are kept, in bytes. */
    static final int MAX_BYTES = 2_048;

    private static final int MAX_FIELDS = 8;

    /** Nothing is lost within a connection, so no later message need be complete. */
    private static final DeltaOptions OPTIONS =
            DeltaOptions.defaults().withMaxKeys(MAX_KEYS).withKeyFrameInterval(1 << 30);

    private final String prefix;
    private final List<String> key;
    private final MessageFrames frames = new MessageFrames();
    private final SchemaNumbers schemas = new SchemaNumbers();
    private final Map<Integer, Transcoder> transcoders = new HashMap<>();
    private final BinaryInput in = new BinaryInput();
    private final BinaryOutput out = BinaryOutput.allocate(256);
    private final BinaryInput header = new BinaryInput();
    private int declared;
    private int keyFrames;

    DeltaMessages(String prefix, List<String> key) {
        this.prefix = prefix;
        this.key = key;
    }

    /**
     * Returns the fields of a key.
     *
     * @throws RequestException where there are too many
     */
    static List<String> key(Optional<String> text) {
        List<String> fields =
                text.map(names -> List.of(names.split(",", MAX_FIELDS + 1))).orElse(List.of());
        if (fields.size() > MAX_FIELDS) {
            throw new RequestException(
                    "a key has at most " + MAX_FIELDS + " fields key=" + ClientRequest.shortened(text.orElseThrow()));
        }
        return fields;
    }

    @Override
    public ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before) {
        CallSchema schema = cursor.schema();
        int number = schemas.number(schema);
        if (number == declared) {
            declared++;
            before.accept(frames.schema(as, number, schema));
        }
        if (schema.parameters().isEmpty() || !cursor.isReadable() || cursor.length() > MAX_BYTES) {
            return frames.message(number, cursor).of(as);
        }
        if (keyFrames == MAX_KEYS) {
            transcoders.clear();
            keyFrames = 0;
        }
        out.reset();
        transcoders
                .computeIfAbsent(number, _ -> transcoder(schema))
                .fromBinary(in.wrap(cursor.segment(), cursor.offset(), cursor.length()), out);
        keyFrames += isKeyFrame() ? 1 : 0;
        return frames.changes(number, cursor, out).of(as);
    }

    private Transcoder transcoder(CallSchema schema) {
        return Transcoders.delta(schema.arguments(), paths(schema), OPTIONS, WireLimits.defaults());
    }

    private boolean isKeyFrame() {
        return (header.wrap(out.segment(), out.start(), out.length()).readUnsigned() & 1) == 1;
    }

    /** Returns the key as paths in the arguments: a single argument needs no name before its fields. */
    private List<String> paths(CallSchema schema) {
        if (schema.parameters().size() != 1) {
            return key;
        }
        String name = schema.parameters().getFirst().name();
        return key.stream()
                .map(field -> field.equals(name) || field.startsWith(name + '.') ? field : name + '.' + field)
                .toList();
    }

    @Override
    public Optional<String> prefix() {
        return Optional.of(prefix);
    }

    @Override
    public void close() {
        // Nothing is shared.
    }
}
