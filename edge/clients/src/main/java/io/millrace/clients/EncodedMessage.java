package io.millrace.clients;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;

/**
 * A message of a channel as it is sent, without the number that its follower has chosen, with which it begins.
 * Followers that have chosen the same number, as most have, share the whole message. For one thread; the bytes are for
 * any.
 */
final class EncodedMessage {

    private final LongFunction<byte[]> begin;
    private final byte[] rest;
    private long as = -1;
    private ByteBuffer whole;

    /**
     * Creates a message.
     *
     * @param begin gives the bytes up to the number of a follower
     * @param rest the bytes after it
     */
    EncodedMessage(LongFunction<byte[]> begin, byte[] rest) {
        this.begin = begin;
        this.rest = rest;
    }

    /** Returns a message as JSON; takes what follows the number, from its comma to the closing brace. */
    static EncodedMessage text(String rest) {
        return new EncodedMessage(
                as -> ("{\"as\":" + as).getBytes(StandardCharsets.US_ASCII), rest.getBytes(StandardCharsets.UTF_8));
    }

    int bytes() {
        return rest.length;
    }

    /** Returns the message for a follower, with a position of its own. */
    ByteBuffer of(long follower) {
        if (follower != as) {
            byte[] first = begin.apply(follower);
            byte[] message = new byte[first.length + rest.length];
            System.arraycopy(first, 0, message, 0, first.length);
            System.arraycopy(rest, 0, message, first.length, rest.length);
            whole = ByteBuffer.wrap(message);
            as = follower;
        }
        return whole.duplicate();
    }
}
