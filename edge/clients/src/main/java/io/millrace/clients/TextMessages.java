package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** Messages as JSON, which the followers that choose the same fields share. */
final class TextMessages implements MessageForm {

    private final String channel;
    private final String id;
    private final Projection projection;
    private final MessageCaches caches;
    private final MessageCache cache;

    TextMessages(String channel, String id, Projection projection, MessageCaches caches) {
        this.channel = channel;
        this.id = id;
        this.projection = projection;
        this.caches = caches;
        this.cache = caches.join(channel, projection.text());
    }

    @Override
    public ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before) {
        return cache.message(cursor.index(), () -> ClientTexts.message(id, cursor, projection))
                .of(as);
    }

    @Override
    public Optional<String> journal() {
        return Optional.empty();
    }

    @Override
    public void close() {
        caches.leave(channel, projection.text());
    }
}
