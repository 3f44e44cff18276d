package io.millrace.clients;

import java.util.HashMap;
import java.util.Map;

/** The caches of all channels that are followed; one for each channel and projection. For one thread. */
final class MessageCaches {

    private record Key(String channel, String projection) {}

    private final Map<Key, MessageCache> caches = new HashMap<>();

    MessageCache join(String channel, Projection projection) {
        MessageCache cache = caches.computeIfAbsent(new Key(channel, projection.text()), _ -> new MessageCache());
        cache.joined();
        return cache;
    }

    void leave(String channel, Projection projection) {
        caches.computeIfPresent(new Key(channel, projection.text()), (_, cache) -> cache.left() ? cache : null);
    }
}
