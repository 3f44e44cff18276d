package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;

/** Messages in BINARY, as they are in the journal; their followers share them. */
final class BinaryMessages implements MessageForm {

    /** Tells the messages apart from those of a projection, whose text is an object. */
    private static final String FORM = "BINARY";

    private final String channel;
    private final String id;
    private final MessageCaches caches;
    private final MessageCache cache;
    private final MessageFrames frames = new MessageFrames();
    private final BitSet declared = new BitSet();

    BinaryMessages(String channel, String id, MessageCaches caches) {
        this.channel = channel;
        this.id = id;
        this.caches = caches;
        this.cache = caches.join(channel, FORM);
    }

    @Override
    public ByteBuffer encode(ChannelCursor cursor, long as, Consumer<ByteBuffer> before) {
        int number = cache.schemas().number(cursor.schema());
        if (!declared.get(number)) {
            declared.set(number);
            before.accept(frames.schema(as, number, cursor.schema()));
        }
        return cache.message(cursor.index(), () -> frames.message(number, cursor))
                .of(as);
    }

    @Override
    public Optional<String> journal() {
        return Optional.of(id);
    }

    @Override
    public void close() {
        caches.leave(channel, FORM);
    }
}
