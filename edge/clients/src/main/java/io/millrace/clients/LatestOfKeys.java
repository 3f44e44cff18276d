package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the latest message of each key among those that a follower has not read yet. A second cursor looks ahead, up to
 * the end of the channel or so many records; of what it has seen, the follower gets for each key the latest message
 * alone, at its own position. A follower that keeps up gets each one, since it never has two of a key before it. For
 * one thread.
 */
final class LatestOfKeys implements AutoCloseable {

    /** The most records that are looked at in advance. */
    static final int MAX_AHEAD = 4_096;

    private final ChannelCursor ahead;
    private final Projection key;
    private final Predicate<ChannelCursor> wanted;
    private final NamedArguments arguments = new NamedArguments();
    private final Map<String, Long> newest = new HashMap<>();
    private final Set<Long> latest = new HashSet<>();

    /** Up to which index was looked. */
    private long end = Long.MIN_VALUE;

    LatestOfKeys(ChannelCursor ahead, Projection key, Predicate<ChannelCursor> wanted) {
        this.ahead = ahead;
        this.key = key;
        this.wanted = wanted;
    }

    /** Returns whether the call at a cursor is wanted and no later one of its key was seen. */
    boolean isLatest(ChannelCursor cursor) {
        if (cursor.index() > end) {
            look(cursor.index());
        }
        return latest.contains(cursor.index());
    }

    private void look(long from) {
        newest.clear();
        latest.clear();
        for (int records = 0; records < MAX_AHEAD || end < from; records++) {
            Entry entry = ahead.next();
            if (entry == Entry.END) {
                break;
            }
            end = ahead.index();
            if (entry == Entry.CALL && end >= from && !ahead.isAnswer() && wanted.test(ahead)) {
                latest.add(end);
                String name = ahead.isReadable() ? key.apply(ahead.schema(), arguments.of(ahead)) : "{}";
                Long before = name.equals("{}") ? null : newest.put(name, end); // without a key nothing is compared
                if (before != null) {
                    latest.remove(before);
                }
            }
        }
    }

    @Override
    public void close() {
        ahead.close();
    }
}
