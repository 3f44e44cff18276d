package io.millrace.service;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes queries on a component, and encodes what they return. For the thread of the component. */
final class QueryResults {

    private static final int FIRST_BYTES = 256;

    /** Schemas come from clients, so that there is a bound. */
    private static final int MAX_SCHEMAS = 1_000;

    private final Wire wire;
    private final Class<?>[] interfaces;
    private final Map<CallSchema, Optional<CallDecoder>> decoders = new HashMap<>();
    private final Map<Method, ValuesCodec> codecs = new HashMap<>();
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
    private CallSchema schema;

    QueryResults(WireTypes types, Class<?>... interfaces) {
        this.wire = Wire.of(types);
        this.interfaces = interfaces.clone();
    }

    /**
     * Makes a query; returns the encoded result.
     *
     * @throws WireException if there is no such query, or its arguments cannot be read
     */
    byte[] make(PortQuery query, Object component) {
        CallDecoder decoder = decoder(query.call)
                .orElseThrow(() -> new ServiceException("the component has no such query method="
                        + query.call.interfaceName() + "." + query.call.path()));
        decoder.call(BinaryInput.of(query.arguments), component);
        Object result = decoder.takeResult();
        ValuesCodec codec = codec(decoder.answered().orElseThrow());
        schema = codec.schema();
        out.reset();
        codec.write(out, result);
        if (out.length() > AnswerReader.MAX_BYTES) {
            throw new ServiceException(
                    "the result of a query is too large bytes=" + out.length() + " limit=" + AnswerReader.MAX_BYTES);
        }
        return out.toByteArray();
    }

    /** Returns the schema of the last result. */
    CallSchema schema() {
        return schema;
    }

    private Optional<CallDecoder> decoder(CallSchema call) {
        if (decoders.size() >= MAX_SCHEMAS) {
            decoders.clear();
        }
        return decoders.computeIfAbsent(call, written -> wire.queryDecoder(written, interfaces));
    }

    private ValuesCodec codec(Method method) {
        return codecs.computeIfAbsent(
                method,
                asked -> wire.values(
                        asked.getDeclaringClass().getName(),
                        asked.getName(),
                        List.of(new DeclaredValue("result", asked.getGenericReturnType(), asked))));
    }
}
