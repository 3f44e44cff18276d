package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;

/**
 * The newest number of each client among the newest {@value #WINDOW} calls of the channel of an order, and of some
 * clients for a time after its call, whichever is longer. A client sends a
 * call again until it sees it in the order, which then has it twice; the second one is passed over. What is known
 * depends on the calls in the channel alone, so it is the same on each node, and after a restart. For the thread of the
 * source.
 */
final class ClientRepeats {

    /** How many calls count. */
    static final int WINDOW = 1 << 16;

    private static final long NONE = -1;

    /** A client, its newest number, and the number of that call in the channel. */
    private static final class Client {
        private final Source source;
        private final boolean isLasting;
        private long newest = NONE;
        private long call;
        private long timeNs;

        private Client(Source source, boolean isLasting) {
            this.source = source;
            this.isLasting = isLasting;
        }
    }

    /** A segment with calls that are known: the number of the first, and the time of the last. */
    private static final class Mark {
        private final long index;
        private long call;
        private long lastNs;

        private Mark(long index, long call, long lastNs) {
            this.index = index;
            this.call = call;
            this.lastNs = lastNs;
        }
    }

    private final int window;

    /** Those whose newest call is the oldest come first. */
    private final Map<String, Client> clients = new LinkedHashMap<>();

    /** Those that are remembered for a time, in the same order. */
    private final Map<String, Client> lasting = new LinkedHashMap<>();

    private final long lastingNs;
    private final Predicate<String> isLasting;

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    /** The number of the newest call; that of a start is 0. */
    private long calls;

    private String name;
    private Client client;
    private long number;

    ClientRepeats(int window, long lastingNs, Predicate<String> isLasting) {
        this.window = window;
        this.lastingNs = lastingNs;
        this.isLasting = isLasting;
    }

    /** Takes the client and the number of the next entry; returns the client as a source. */
    Source next(String clientName, long clientNumber) {
        name = clientName;
        number = clientNumber;
        client = clients.get(clientName);
        client = client == null ? lasting.get(clientName) : client;
        if (client == null) {
            client = new Client(ClientName.source(clientName), isLasting.test(clientName));
        }
        return client.source;
    }

    /** Takes that the next entry is of no client. */
    void next() {
        client = null;
    }

    /** Returns whether the next entry is no repeat. */
    boolean isNew() {
        return client == null || client.newest < number;
    }

    /** Notes that the call of the entry was written, at an index, with a time. */
    void written(long index, long timeNs) {
        calls++;
        if (client != null) {
            client.newest = number;
            client.call = calls;
            client.timeNs = timeNs;
            Map<String, Client> like = like(client);
            like.remove(name);
            like.put(name, client);
        }
        Mark last = marks.peekLast();
        if (last == null || Index.segment(last.index) != Index.segment(index)) {
            marks.addLast(new Mark(index, calls, timeNs));
        } else {
            last.lastNs = timeNs;
        }
        forget(timeNs);
    }

    private Map<String, Client> like(Client known) {
        return known.isLasting ? lasting : clients;
    }

    private void forget(long nowNs) {
        forget(clients, nowNs);
        forget(lasting, nowNs);
        while (marks.size() > 1
                && second().call <= calls - window + 1
                && marks.getFirst().lastNs <= nowNs - lastingNs) {
            marks.removeFirst();
        }
    }

    private void forget(Map<String, Client> from, long nowNs) {
        Iterator<Client> oldest = from.values().iterator();
        while (oldest.hasNext() && isOld(oldest.next(), nowNs)) {
            oldest.remove();
        }
    }

    private boolean isOld(Client known, long nowNs) {
        return known.call <= calls - window && (!known.isLasting || known.timeNs <= nowNs - lastingNs);
    }

    private Mark second() {
        Iterator<Mark> all = marks.iterator();
        all.next();
        return all.next();
    }

    /** Returns from where on a restart needs the channel; {@code Index.NONE} where it has no call. */
    long neededFrom() {
        return marks.isEmpty() ? Index.NONE : marks.getFirst().index;
    }

    /** Returns how many clients are known. */
    int clients() {
        return clients.size() + lasting.size();
    }

    /** Reads what the newest calls of a channel say. */
    void restore(Channel channel) {
        SequencedMap<String, Client> newestFirst = new LinkedHashMap<>();
        int found = 0;
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            long sinceNs = Long.MAX_VALUE;
            while (entry != Entry.END) {
                if (entry == Entry.CALL) {
                    sinceNs = found == 0 ? cursor.timeNs() - lastingNs : sinceNs;
                    if (found >= window && cursor.timeNs() <= sinceNs) {
                        break;
                    }
                    found(newestFirst, cursor, -found);
                    mark(cursor.index(), -found, cursor.timeNs());
                    found++;
                }
                entry = cursor.next();
            }
        }
        newestFirst
                .sequencedEntrySet()
                .reversed()
                .forEach(each -> like(each.getValue()).put(each.getKey(), each.getValue()));
    }

    private void found(Map<String, Client> newestFirst, ChannelCursor cursor, long call) {
        History history = cursor.history();
        Optional<String> of = history.size() == 2 ? ClientName.of(history.source(0)) : Optional.empty();
        if (of.isEmpty() || newestFirst.containsKey(of.get())) {
            return;
        }
        Client known = new Client(history.source(0), isLasting.test(of.get()));
        if (known.isLasting || call > -window) {
            known.newest = history.index(0);
            known.call = call;
            known.timeNs = cursor.timeNs();
            newestFirst.put(of.get(), known);
        }
    }

    private void mark(long index, long call, long timeNs) {
        Mark first = marks.peekFirst();
        if (first != null && Index.segment(first.index) == Index.segment(index)) {
            first.call = call;
        } else {
            marks.addFirst(new Mark(index, call, timeNs));
        }
    }
}
