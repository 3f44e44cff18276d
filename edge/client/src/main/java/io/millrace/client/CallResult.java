package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.util.Optional;

/**
 * The result of a call or a query.
 *
 * @param text an object with the member {@code result}, as JSON; empty where it is in BINARY
 * @param schema under which it is written in BINARY: one value with the name {@code result}
 * @param bytes the result in BINARY; nothing where it is JSON
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CallResult(String text, Optional<CallSchema> schema, byte[] bytes) {

    private static final byte[] NOTHING = {};

    /** Returns a result that has come as JSON. */
    static CallResult of(String value) {
        return new CallResult("{\"result\":" + value + "}", Optional.empty(), NOTHING);
    }

    /**
     * Returns an object with the member {@code result}, as JSON.
     *
     * @throws ClientException where it has no text, such as a number that is too long
     */
    String json() {
        return schema.isEmpty() ? text : json(JsonCallText.named(schema.get()));
    }

    /**
     * Returns the same of a result in BINARY.
     *
     * @param named the text of its schema
     * @throws ClientException where it has no text
     */
    String json(JsonCallText named) {
        try {
            String json = named.read(BinaryInput.of(bytes));
            return json.equals("{}") ? "{\"result\":null}" : json;
        } catch (WireException e) {
            throw new ClientException("a result cannot be shown as JSON reason=" + e.getMessage(), e);
        }
    }
}
