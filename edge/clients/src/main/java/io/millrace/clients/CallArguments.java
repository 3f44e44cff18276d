package io.millrace.clients;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.ValueSkipper;
import io.millrace.wire.WireException;

/** The arguments of a call or a query, as a client has sent them: in JSON by name, or in BINARY under its schema. */
interface CallArguments {

    /**
     * Returns them as JSON, an object.
     *
     * @throws WireException where they are bytes and none of their schema
     */
    String json();

    /**
     * Writes them as the arguments of a call. They are matched by name; names that the call does not have are passed
     * over.
     *
     * @throws WireException where they do not fit the call
     */
    default void write(CallSchema call, JsonCallText text, BinaryOutput out) {
        text.write(json(), TextOptions.lenient(), out);
    }

    /**
     * Arguments in BINARY.
     *
     * @param call the call as the client has declared it
     * @param bytes the arguments
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Binary(ClientCall call, byte[] bytes) implements CallArguments {

        @Override
        public String json() {
            return call.json(bytes);
        }

        @Override
        public void write(CallSchema wanted, JsonCallText text, BinaryOutput out) {
            if (call.isWrittenAs(wanted)) {
                ValueSkipper.check(BinaryInput.of(bytes), wanted);
                out.writeFrom(bytes, 0, bytes.length);
            } else {
                CallArguments.super.write(wanted, text, out);
            }
        }
    }
}
