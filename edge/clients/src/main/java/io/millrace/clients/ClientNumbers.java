package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.service.ClientName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The number of the last call of each client in each channel, so that a client that connects again appends nothing
 * twice. The numbers are in the channels, as the indexes of external sources; they are read once, from the newest
 * calls.
 *
 * <p>A {@linkplain ClientName name} carries the time at which it was given, and a call of its client is written at a
 * later time: the clock of this class never goes back, also not before the newest calls of the channels. So a client of
 * which nothing is known, and whose name is younger than the <em>horizon</em>, has made no call, and nothing need be
 * stored when a name is given. The horizon is the time of the newest call that may have been forgotten. For one thread.
 */
final class ClientNumbers {

    /** A name as it is issued; another one is known only where it has made calls. */
    private static final Pattern NAME = Pattern.compile("(?:[^/]{1,64}/)?[0-7][0-9a-f]{15}-[0-9a-f-]{36}");

    private final int maxClients;
    private final EpochClock clock;

    private static final class Known {
        private final Map<String, Long> numbers = new TreeMap<>();
        private final Map<String, Long> indexes = new TreeMap<>();
        private long newestNs = Long.MIN_VALUE;
    }

    /** What is known by client; the client that was idle for longest is first. */
    private final LinkedHashMap<String, Known> clients = new LinkedHashMap<>(16, 0.75f, true);

    private long horizonNs = Long.MIN_VALUE;
    private long lastNs = Long.MIN_VALUE;

    /**
     * Remembers nothing yet.
     *
     * @param maxClients how many clients are remembered; the one that was idle for longest is forgotten
     * @param clock gives the time
     */
    ClientNumbers(int maxClients, EpochClock clock) {
        this.maxClients = maxClients;
        this.clock = clock;
    }

    /** Reads the newest calls of a channel, at most so many. */
    void read(Channel channel, long maxCalls) {
        Map<String, Known> found = new HashMap<>();
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            long calls = 0;
            long oldestNs = Long.MIN_VALUE;
            Entry entry = cursor.next();
            for (; entry != Entry.END && calls < maxCalls; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls++;
                    oldestNs = cursor.timeNs();
                    lastNs = Math.max(lastNs, oldestNs);
                    found(channel.name(), cursor, found);
                }
            }
            if (entry != Entry.END || hasLost(channel)) {
                horizonNs = Math.max(horizonNs, oldestNs);
            }
        }
        found.forEach((client, known) -> known.numbers.forEach(
                (name, number) -> add(client, name, number, new Written(known.indexes.get(name), known.newestNs))));
    }

    /**
     * Where and when a call was written.
     *
     * @param index its index in the channel
     * @param timeNs when it was written, in nanoseconds since the epoch
     */
    record Written(long index, long timeNs) {}

    /** Returns whether retention has removed calls of a channel. */
    private static boolean hasLost(Channel channel) {
        long first = channel.journal().orElseThrow().firstIndex();
        return first != Index.NONE && Index.segment(first) > 0;
    }

    private static void found(String channel, ChannelCursor cursor, Map<String, Known> found) {
        History history = cursor.history();
        int last = history.size() - 1;
        if (last < 0) {
            return;
        }
        ClientName.of(history.source(last)).ifPresent(client -> {
            Known known = found.computeIfAbsent(client, _ -> new Known());
            known.numbers.merge(channel, history.index(last), Math::max);
            known.indexes.merge(channel, cursor.index(), Math::max);
            known.newestNs = Math.max(known.newestNs, cursor.timeNs());
        });
    }

    /** Returns the time, which never goes back, in nanoseconds since the epoch. */
    long nowNs() {
        lastNs = Math.max(lastNs, clock.nowNs());
        return lastNs;
    }

    /** Returns a name for a new client of a principal, which may be empty. */
    String newName(String principal) {
        lastNs = Math.max(lastNs + 1, clock.nowNs()); // later than each call that was written before
        return ClientName.issue(principal, lastNs, UUID.randomUUID());
    }

    /** Remembers the number of the last call of a client in a channel. */
    void add(String client, String channel, long number, Written written) {
        Known known = clients.computeIfAbsent(client, _ -> new Known());
        known.numbers.merge(channel, number, Math::max);
        known.indexes.merge(channel, written.index(), Math::max);
        known.newestNs = Math.max(known.newestNs, written.timeNs());
        if (clients.size() > maxClients) {
            Known forgotten = clients.remove(clients.firstEntry().getKey());
            horizonNs = Math.max(horizonNs, forgotten.newestNs);
        }
    }

    /** Returns whether all calls of a client are known; perhaps it has made none. */
    boolean isKnown(String client) {
        return clients.get(client) != null || (NAME.matcher(client).matches() && ClientName.timeNs(client) > horizonNs);
    }

    /** Returns the last numbers of a client by channel; none where it has made no call. */
    Map<String, Long> of(String client) {
        Known known = clients.get(client);
        return known == null ? Map.of() : known.numbers;
    }

    /** Returns the index of the last call of a client in a channel; {@link Index#NONE} where there is none. */
    long lastIndex(String client, String channel) {
        Known known = clients.get(client);
        return known == null ? Index.NONE : known.indexes.getOrDefault(channel, Index.NONE);
    }

    /** Returns the number of the last call of a client in a channel; -1 where there is none. */
    long last(String client, String channel) {
        return of(client).getOrDefault(channel, ClientLoop.NONE);
    }
}
