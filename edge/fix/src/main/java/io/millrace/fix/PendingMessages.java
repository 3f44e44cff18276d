package io.millrace.fix;

import java.util.Arrays;
import java.util.TreeMap;

/** Messages that came before their turn, by number; bounded in number, and in bytes by a space that all share. */
final class PendingMessages {

    /** How many bytes may be kept by all sessions of an engine together. One thread. */
    static final class Space {
        private long left;

        Space(long bytes) {
            left = bytes;
        }
    }

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
    private final Space space;
    private long bytes;

    PendingMessages(int most, Space space) {
        this.most = most;
        this.space = space;
    }

    /** Keeps a copy, unless there is one of that number or no space; the peer is asked again for what was dropped. */
    void add(long number, FixMessage message, boolean served) {
        if (messages.size() < most && message.length() <= space.left && !messages.containsKey(number)) {
            int from = message.offset();
            messages.put(
                    number, new Pending(Arrays.copyOfRange(message.bytes(), from, from + message.length()), served));
            count(message.length());
        }
    }

    /** Returns and forgets the message of a number, or returns null; earlier ones are forgotten. */
    Pending take(long number) {
        while (!messages.isEmpty() && messages.firstKey() < number) {
            count(-messages.pollFirstEntry().getValue().bytes().length);
        }
        Pending pending = messages.remove(number);
        if (pending != null) {
            count(-pending.bytes().length);
        }
        return pending;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    void clear() {
        messages.clear();
        count(-bytes);
    }

    private void count(long more) {
        bytes += more;
        space.left -= more;
    }
}
