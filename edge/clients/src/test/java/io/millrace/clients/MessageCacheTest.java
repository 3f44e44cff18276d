package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageCacheTest {

    private int encoded;

    private EncodedMessage encode() {
        encoded++;
        return EncodedMessage.text(",\"number\":" + encoded + "}");
    }

    private static String text(EncodedMessage message, long as) {
        return StandardCharsets.UTF_8.decode(message.of(as)).toString();
    }

    @Test
    void aMessageIsEncodedOnceForAllFollowers() {
        MessageCaches caches = new MessageCaches();
        Projection all = Projection.of(Optional.empty());
        MessageCache one = caches.join("prices", all.text());
        MessageCache two = caches.join("prices", all.text());
        assertSame(one, two);
        assertEquals("{\"as\":1,\"number\":1}", text(one.message(7, this::encode), 1));
        assertEquals("{\"as\":2,\"number\":1}", text(two.message(7, this::encode), 2));
        assertEquals("{\"as\":1,\"number\":1}", text(one.message(7, this::encode), 1));
        caches.leave("prices", all.text());
        assertEquals("{\"as\":1,\"number\":2}", text(one.message(7, this::encode), 1), "one alone keeps nothing");
        assertEquals(0, one.size());
    }

    @Test
    void theNewestMessagesAreKeptUpToABound() {
        MessageCache cache = new MessageCache();
        cache.joined();
        cache.joined();
        for (long index = 0; index < 5_000; index++) {
            cache.message(index, this::encode);
        }
        assertEquals(1_024, cache.size());
        cache.message(4_999, this::encode);
        assertEquals(5_000, encoded, "the newest is there");
        for (long index = 5_000; index < 5_010; index++) {
            cache.message(index, () -> EncodedMessage.text(",\"a\":\"" + "a".repeat(300_000) + "\"}"));
        }
        assertTrue(cache.size() <= 3, () -> "kept " + cache.size());
    }
}
