package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** The form in which a follower gets the messages of a channel. For one thread. */
interface MessageForm extends AutoCloseable {

    /**
     * Encodes the message at a cursor.
     *
     * @param cursor at a call
     * @param as the number of the follower
     * @param before gets what must be sent before it
     * @return the message
     */
    ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before);

    /** Returns what the positions of messages begin with, where the messages do not have it; empty where they do. */
    Optional<String> prefix();

    /** Ends its use. */
    @Override
    void close();

    /**
     * Returns the form that a client has asked for.
     *
     * @param positions the positions of the channel
     * @throws RequestException where there is no such form
     */
    static MessageForm of(String channel, Positions positions, ClientRequest request, MessageCaches caches) {
        String format = request.text("format").orElse("JSON");
        if (request.text("key").isPresent() && !format.equals("DELTA")) {
            throw new RequestException("a key is for the format DELTA format=" + ClientRequest.shortened(format));
        }
        if (request.text("fields").isPresent() && !format.equals("JSON")) {
            throw new RequestException(
                    "fields are chosen in the format JSON alone format=" + ClientRequest.shortened(format));
        }
        return switch (format) {
            case "JSON" -> new TextMessages(channel, positions, Projection.of(request.text("fields")), caches);
            case "BINARY" -> new BinaryMessages(channel, positions.prefix(), caches);
            case "DELTA" -> new DeltaMessages(positions.prefix(), DeltaMessages.key(request.text("key")));
            default ->
                throw new RequestException("there is no such format format=" + ClientRequest.shortened(format)
                        + " known=[JSON, BINARY, DELTA]");
        };
    }
}
