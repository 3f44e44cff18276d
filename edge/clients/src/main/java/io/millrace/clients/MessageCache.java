package io.millrace.clients;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The newest messages of a channel that were encoded, for the followers that read the same ones a moment later. Where
 * there is one follower nothing is kept. For one thread.
 */
final class MessageCache {

    private static final int MAX_MESSAGES = 1_024;
    private static final int MAX_BYTES = 1 << 20;

    private final Map<Long, EncodedMessage> messages = new LinkedHashMap<>();
    private final SchemaNumbers schemas = new SchemaNumbers();
    private long bytes;
    private int followers;

    void joined() {
        followers++;
    }

    /** Returns whether a follower is left. */
    boolean left() {
        return --followers > 0;
    }

    /** Returns the numbers that messages in BINARY have for their schemas. */
    SchemaNumbers schemas() {
        return schemas;
    }

    /** Returns the message at an index, encoded once for all followers that ask in time. */
    EncodedMessage message(long index, Supplier<EncodedMessage> encoder) {
        if (followers == 1) {
            clear();
            return encoder.get();
        }
        EncodedMessage known = messages.get(index);
        if (known != null) {
            return known;
        }
        EncodedMessage encoded = encoder.get();
        if (encoded.bytes() <= MAX_BYTES / 2) {
            messages.put(index, encoded);
            bytes += encoded.bytes();
            while (messages.size() > MAX_MESSAGES || bytes > MAX_BYTES) {
                Map.Entry<Long, EncodedMessage> oldest =
                        messages.entrySet().iterator().next();
                messages.remove(oldest.getKey());
                bytes -= oldest.getValue().bytes();
            }
        }
        return encoded;
    }

    private void clear() {
        if (!messages.isEmpty()) {
            messages.clear();
            bytes = 0;
        }
    }

    /** Returns how many messages are kept. */
    int size() {
        return messages.size();
    }
}
