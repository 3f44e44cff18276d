package io.millrace.channel;

import io.millrace.concurrent.WyHash;
import io.millrace.text.JsonCallText;
import io.millrace.text.YamlCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A call schema that was read in a channel, and the decoder that makes such calls on the reader's handler, if it has
 * the method.
 */
final class KnownCall {

    final CallSchema schema;

    /** Null if the handler has no such method; a field so that a call costs no more than one load. */
    final CallDecoder decoder;

    /** The method of the handler where it returns a result, else null. */
    final Method answered;

    /** Whether the call is an answer, which is no call for readers. */
    final boolean isReserved;

    private YamlCallText text;
    private JsonCallText json;
    private long methodHash;
    private boolean methodHashed;

    KnownCall(CallSchema schema, Optional<CallDecoder> decoder) {
        this.schema = schema;
        this.decoder = decoder.orElse(null);
        this.answered = decoder.flatMap(CallDecoder::answered).orElse(null);
        this.isReserved = AnswerCalls.isReserved(schema);
    }

    String yaml(MemorySegment segment, long offset, int length) {
        if (text == null) {
            text = YamlCallText.of(schema);
        }
        return CallText.yaml(text, segment, offset, length);
    }

    String json(MemorySegment segment, long offset, int length) {
        if (json == null) {
            json = JsonCallText.of(schema);
        }
        return json.read(new BinaryInput().wrap(segment, offset, length));
    }

    /** Returns a hash of the call: of its method by name and of its arguments as they are encoded. */
    long checksum(MemorySegment segment, long offset, int length) {
        if (!methodHashed) {
            byte[] method = schema.path().getBytes(StandardCharsets.UTF_8);
            methodHash = WyHash.hash(MemorySegment.ofArray(method), 0, method.length, 0);
            methodHashed = true;
        }
        return WyHash.hash(segment, offset, length, methodHash);
    }
}
