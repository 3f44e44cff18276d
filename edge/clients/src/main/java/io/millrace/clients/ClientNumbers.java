package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of the last call of each client in each channel, so that a client that connects again appends nothing
 * twice. The numbers are in the channels, as the indexes of external sources; they are read once, from the newest
 * calls. A client whose number may be further back is not known. For one thread.
 */
final class ClientNumbers {

    /** The names of clients in histories begin so. */
    static final String PREFIX = "client/";

    private static final int MAX_NEWCOMERS = 10_000;

    private final int maxClients;

    /** Clients that have appended nothing yet, apart, so that many of them displace none that has. */
    private final LinkedHashMap<String, Boolean> newcomers = new LinkedHashMap<>(16, 0.75f, true);

    /** The last numbers by channel, by client; the client that was idle for longest is first. */
    private final LinkedHashMap<String, Map<String, Long>> clients = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Remembers nothing yet.
     *
     * @param maxClients how many clients are remembered; the one that was idle for longest is forgotten
     */
    ClientNumbers(int maxClients) {
        this.maxClients = maxClients;
    }

    /** Reads the newest calls of a channel, at most so many. */
    void read(Channel channel, long maxCalls) {
        Map<String, Long> found = new HashMap<>();
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            long calls = 0;
            for (Entry entry = cursor.next(); entry != Entry.END && calls < maxCalls; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls++;
                    newest(cursor.history(), found);
                }
            }
        }
        found.forEach((client, number) -> add(client, channel.name(), number));
    }

    /** Notes the number of the client of a call; the walk goes backward, so that the first is the newest. */
    private static void newest(History history, Map<String, Long> found) {
        int last = history.size() - 1;
        if (last < 0) {
            return;
        }
        Source source = history.source(last);
        if (source.isExternal() && source.name().startsWith(PREFIX)) {
            found.merge(source.name().substring(PREFIX.length()), history.index(last), Math::max);
        }
    }

    /** Remembers a client without a call. */
    void add(String client) {
        if (clients.get(client) == null) {
            newcomers.put(client, true);
            if (newcomers.size() > MAX_NEWCOMERS) {
                newcomers.remove(newcomers.firstEntry().getKey());
            }
        }
    }

    /** Remembers the number of the last call of a client in a channel. */
    void add(String client, String channel, long number) {
        newcomers.remove(client);
        clients.computeIfAbsent(client, _ -> new TreeMap<>()).merge(channel, number, Math::max);
        if (clients.size() > maxClients) {
            clients.remove(clients.firstEntry().getKey());
        }
    }

    /** Returns whether a client is remembered. */
    boolean isKnown(String client) {
        return clients.get(client) != null || newcomers.get(client) != null;
    }

    /** Returns the last numbers of a client by channel; none where it is not known. */
    Map<String, Long> of(String client) {
        return clients.getOrDefault(client, Map.of());
    }

    /** Returns the number of the last call of a client in a channel; -1 where there is none. */
    long last(String client, String channel) {
        return of(client).getOrDefault(channel, ClientLoop.NONE);
    }
}
