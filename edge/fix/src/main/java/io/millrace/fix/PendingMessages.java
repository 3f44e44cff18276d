package io.millrace.fix;

import java.util.Arrays;
import java.util.TreeMap;

/** Messages that came before their turn, by number; bounded in number and bytes. */
final class PendingMessages {

    private static final long MOST_BYTES = 64L << 20;

    /** A copy of a message, and whether it was acted on already when it came. */
    static final class Pending {
        private final byte[] bytes;
        private final boolean served;

        private Pending(byte[] bytes, boolean served) {
            this.bytes = bytes;
            this.served = served;
        }

        byte[] bytes() {
            return bytes;
        }

        boolean served() {
            return served;
        }
    }

    private final TreeMap<Long, Pending> messages = new TreeMap<>();
    private final int most;
    private long bytes;

    PendingMessages(int most) {
        this.most = most;
    }

    /** Keeps a copy, unless there is one of that number or no space; the peer is asked again for what was dropped. */
    void add(long number, FixMessage message, boolean served) {
        if (messages.size() < most && bytes + message.length() <= MOST_BYTES && !messages.containsKey(number)) {
            int from = message.offset();
            messages.put(
                    number, new Pending(Arrays.copyOfRange(message.bytes(), from, from + message.length()), served));
            bytes += message.length();
        }
    }

    /** Returns and forgets the message of a number, or returns null; earlier ones are forgotten. */
    Pending take(long number) {
        while (!messages.isEmpty() && messages.firstKey() < number) {
            bytes -= messages.pollFirstEntry().getValue().bytes().length;
        }
        Pending pending = messages.remove(number);
        if (pending != null) {
            bytes -= pending.bytes().length;
        }
        return pending;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    void clear() {
        messages.clear();
        bytes = 0;
    }
}
