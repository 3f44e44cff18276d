package io.millrace.kafka;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The headers by which a record says which call its value is. */
final class CallHeaders {
    /** The name of the method, in UTF-8. */
    static final String METHOD = "millrace.method";

    /** The schema of the call, in the binary form that {@link CallSchema#encode} has. */
    static final String SCHEMA = "millrace.schema";

    private CallHeaders() {}

    /** Returns the bytes of the schema that a record carries; null where it carries none. */
    static byte[] schema(Headers headers) {
        Header header = headers.lastHeader(SCHEMA);
        return header == null ? null : header.value();
    }

    /** Returns the name of the method that a record carries; null where it carries none. */
    static String method(Headers headers) {
        Header header = headers.lastHeader(METHOD);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Reads a schema; {@link io.millrace.wire.WireException} where the bytes are none. */
    static CallSchema read(byte[] schema) {
        return CallSchema.decode(MemorySegment.ofArray(schema), 0, schema.length);
    }
}
