package io.millrace.clients;

import java.util.HashMap;
import java.util.Map;

/** The caches of all channels that are followed; one for each channel and form of messages. For one thread. */
final class MessageCaches {

    private record Key(String channel, String form) {}

    private final Map<Key, MessageCache> caches = new HashMap<>();

    MessageCache join(String channel, String form) {
        MessageCache cache = caches.computeIfAbsent(new Key(channel, form), _ -> new MessageCache());
        cache.joined();
        return cache;
    }

    void leave(String channel, String form) {
        caches.computeIfPresent(new Key(channel, form), (_, cache) -> cache.left() ? cache : null);
    }
}
