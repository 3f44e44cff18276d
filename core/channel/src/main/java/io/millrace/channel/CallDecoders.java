package io.millrace.channel;

import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import java.util.Optional;
import java.util.function.Function;

/** Finds the decoders of the calls that a reader takes. */
final class CallDecoders implements Function<CallSchema, KnownCall> {

    /** Takes no call. */
    static final Function<CallSchema, KnownCall> NONE = schema -> new KnownCall(schema, Optional.empty());

    private final Wire wire;
    private final ReaderOptions options;
    private final Class<?>[] interfaces;

    CallDecoders(ReaderOptions options, Class<?>... interfaces) {
        this.wire = Wire.of(options.types());
        this.options = options;
        this.interfaces = interfaces.clone();
    }

    @Override
    public KnownCall apply(CallSchema schema) {
        if (AnswerCalls.isReserved(schema) && !AnswerCalls.isStated(schema, interfaces)) {
            return new KnownCall(schema, Optional.empty());
        }
        Optional<CallDecoder> decoder = options.results() == MethodResults.TAKEN
                ? wire.answeredCallDecoder(schema, options.hooks(), interfaces)
                : wire.callDecoder(schema, options.hooks(), interfaces);
        return new KnownCall(schema, decoder);
    }
}
