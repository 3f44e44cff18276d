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

/**
 * The newest number of each client among the newest {@value #WINDOW} calls of the channel of an order. A client sends a
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
        private long newest = NONE;
        private long call;

        private Client(Source source) {
            this.source = source;
        }
    }

    /** The first call that is known of a segment. */
    private record Mark(long call, long index) {}

    private final int window;

    /** Those whose newest call is the oldest come first. */
    private final Map<String, Client> clients = new LinkedHashMap<>();

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    /** The number of the newest call; that of a start is 0. */
    private long calls;

    private String name;
    private Client client;
    private long number;

    ClientRepeats(int window) {
        this.window = window;
    }

    /** Takes the client and the number of the next entry; returns the client as a source. */
    Source next(String clientName, long clientNumber) {
        name = clientName;
        number = clientNumber;
        client = clients.get(clientName);
        if (client == null) {
            client = new Client(ClientName.source(clientName));
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

    /** Notes that the call of the entry was written, at an index. */
    void written(long index) {
        calls++;
        if (client != null) {
            client.newest = number;
            client.call = calls;
            clients.remove(name);
            clients.put(name, client);
        }
        Mark last = marks.peekLast();
        if (last == null || Index.segment(last.index) != Index.segment(index)) {
            marks.addLast(new Mark(calls, index));
        }
        forget();
    }

    private void forget() {
        Iterator<Client> oldest = clients.values().iterator();
        while (oldest.hasNext() && oldest.next().call <= calls - window) {
            oldest.remove();
        }
        while (marks.size() > 1 && second().call <= calls - window + 1) {
            marks.removeFirst();
        }
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
        return clients.size();
    }

    /** Reads what the newest calls of a channel say. */
    void restore(Channel channel) {
        SequencedMap<String, Client> newestFirst = new LinkedHashMap<>();
        int found = 0;
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (found < window && entry != Entry.END) {
                if (entry == Entry.CALL) {
                    found(newestFirst, cursor.history(), -found);
                    mark(cursor.index(), -found);
                    found++;
                }
                entry = cursor.next();
            }
        }
        newestFirst.sequencedEntrySet().reversed().forEach(each -> clients.put(each.getKey(), each.getValue()));
    }

    private static void found(Map<String, Client> clients, History history, long call) {
        Optional<String> of = history.size() == 2 ? ClientName.of(history.source(0)) : Optional.empty();
        if (of.isPresent() && !clients.containsKey(of.get())) {
            Client known = new Client(history.source(0));
            known.newest = history.index(0);
            known.call = call;
            clients.put(of.get(), known);
        }
    }

    private void mark(long index, long call) {
        Mark first = marks.peekFirst();
        if (first != null && Index.segment(first.index) == Index.segment(index)) {
            marks.removeFirst();
        }
        marks.addFirst(new Mark(call, index));
    }
}
