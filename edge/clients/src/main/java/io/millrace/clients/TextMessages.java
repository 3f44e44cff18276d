package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** Messages as JSON, which the followers that choose the same fields share. */
final class TextMessages implements MessageForm {

    private final String channel;
    private final Positions positions;
    private final NamedArguments arguments = new NamedArguments();
    private final Projection projection;
    private final MessageCaches caches;
    private final MessageCache cache;

    TextMessages(String channel, Positions positions, Projection projection, MessageCaches caches) {
        this.channel = channel;
        this.positions = positions;
        this.projection = projection;
        this.caches = caches;
        this.cache = caches.join(channel, projection.text());
    }

    @Override
    public ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before) {
        return cache.message(cursor.index(), () -> ClientTexts.message(positions, cursor, arguments, projection))
                .of(as);
    }

    @Override
    public Optional<String> prefix() {
        return Optional.empty();
    }

    @Override
    public void close() {
        caches.leave(channel, projection.text());
    }
}
