package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import java.util.Optional;

/**
 * A method that is called, with its arguments.
 *
 * @param method its name
 * @param text the arguments as JSON, by name; empty where they are in BINARY
 * @param schema under which they are written in BINARY
 * @param bytes the arguments in BINARY; nothing where they are JSON
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Invocation(String method, String text, Optional<CallSchema> schema, byte[] bytes) {

    private static final byte[] NOTHING = {};

    static Invocation json(String method, String arguments) {
        return new Invocation(method, arguments, Optional.empty(), NOTHING);
    }

    static Invocation binary(CallSchema schema, byte[] arguments) {
        return new Invocation(schema.path(), "", Optional.of(schema), arguments);
    }

    /** Returns the arguments as JSON, by name. */
    String json() {
        return schema.map(call -> JsonCallText.named(call).read(BinaryInput.of(bytes)))
                .orElse(text);
    }
}
