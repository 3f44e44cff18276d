package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** Messages in BINARY, as they are in the journal; their followers share them. */
final class BinaryMessages implements MessageForm {

    /** Tells the messages apart from those of a projection, whose text is an object. */
    private static final String FORM = "BINARY";

    private final String channel;
    private final String prefix;
    private final MessageCaches caches;
    private final MessageCache cache;
    private final MessageFrames frames = new MessageFrames();

    /** How many schemas the follower knows: all of the smallest numbers, also those that only others have needed. */
    private int declared;

    BinaryMessages(String channel, String prefix, MessageCaches caches) {
        this.channel = channel;
        this.prefix = prefix;
        this.caches = caches;
        this.cache = caches.join(channel, FORM);
    }

    @Override
    public ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before) {
        int number = cache.schemas().number(cursor.schema());
        for (; declared <= number; declared++) {
            before.accept(frames.schema(as, declared, cache.schemas().schema(declared)));
        }
        return cache.message(cursor.index(), () -> frames.message(number, cursor))
                .of(as);
    }

    @Override
    public Optional<String> prefix() {
        return Optional.of(prefix);
    }

    @Override
    public void close() {
        caches.leave(channel, FORM);
    }
}
