package io.millrace.clients;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * An answer to a call or a query.
 *
 * @param frame what is sent: a text, or an answer in BINARY
 * @param text the same as text, for those that see the conversation
 */
record ClientAnswer(ByteBuffer frame, Supplier<String> text) {

    /** Returns an answer that is sent as text. */
    static ClientAnswer text(String text) {
        return new ClientAnswer(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), () -> text);
    }
}
