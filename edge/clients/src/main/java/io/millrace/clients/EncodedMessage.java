package io.millrace.clients;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message of a channel as it is sent, without the number that its follower has chosen. Followers that have chosen the
 * same number, as most have, share the whole text. For one thread; the texts are for any.
 */
final class EncodedMessage {

    private final byte[] rest;
    private long as = -1;
    private ByteBuffer whole;

    /** Takes what follows the number, from its comma to the closing brace. */
    EncodedMessage(String rest) {
        this.rest = rest.getBytes(StandardCharsets.UTF_8);
    }

    int bytes() {
        return rest.length;
    }

    /** Returns the text for a follower, with a position of its own. */
    ByteBuffer text(long follower) {
        if (follower != as) {
            byte[] begin = ("{\"as\":" + follower).getBytes(StandardCharsets.US_ASCII);
            byte[] text = new byte[begin.length + rest.length];
            System.arraycopy(begin, 0, text, 0, begin.length);
            System.arraycopy(rest, 0, text, begin.length, rest.length);
            whole = ByteBuffer.wrap(text);
            as = follower;
        }
        return whole.duplicate();
    }
}
