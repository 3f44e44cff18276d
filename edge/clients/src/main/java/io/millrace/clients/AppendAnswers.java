package io.millrace.clients;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers about calls of clients, until these are durable and, where the host has a spare that others wait for, held by
 * that. Used under the lock of the loop.
 *
 * <p>Answers are collected for each channel. When those collected before are sent, the end of the channel is noted, and
 * the answers are sent once the channel is on the disk and held by the spare up to there. So there are two collections,
 * each with one number of a session at most, however long that takes, and a channel with a slow disk delays no other
 * one. A client that is known is answered when that is so for all channels. Forcing a channel is the work of the {@link
 * ClientSyncer}, without the lock.
 */
final class AppendAnswers {

    private final Map<String, OfChannel> channels = new LinkedHashMap<>();
    private final ClientSyncer syncer;
    private final Map<ClientSession, Welcome> welcomes = new LinkedHashMap<>();

    /** How many calls of a client are answered together, and up to which number. */
    private static final class Calls {
        private long number = ClientLoop.NONE;
        private int count;
    }

    /** The answer to a client that is known, and up to where each channel is to be held before. */
    private record Welcome(String text, Map<Durable, Long> ends) {

        boolean isHeld() {
            return ends.entrySet().stream().allMatch(end -> end.getKey().isHeld(end.getValue()));
        }
    }

    /** The answers about calls of one channel. */
    private static final class OfChannel {

        private final AppendChannel channel;
        private final Durable durable;
        private Map<ClientSession, Calls> collected = new LinkedHashMap<>();
        private Map<ClientSession, Calls> waiting = new LinkedHashMap<>();
        private long end;

        private OfChannel(AppendChannel channel) {
            this.channel = channel;
            this.durable = channel.durable();
        }

        private boolean settle(Set<AppendChannel> unsettled, ClientSyncer syncer) {
            boolean hasSent = sendHeld();
            if (waiting.isEmpty() && !collected.isEmpty()) {
                if (unsettled.remove(channel)) {
                    syncer.wanted(channel);
                }
                Map<ClientSession, Calls> next = collected;
                collected = waiting;
                waiting = next;
                end = durable.end();
                hasSent |= sendHeld();
            }
            return hasSent;
        }

        private boolean sendHeld() {
            if (waiting.isEmpty() || !durable.isHeld(end)) {
                return false;
            }
            waiting.forEach((session, calls) -> session.send(ClientTexts.appended(channel.name(), calls.number)));
            waiting.clear();
            return true;
        }

        private int count(ClientSession session) {
            Calls first = waiting.get(session);
            Calls second = collected.get(session);
            return (first == null ? 0 : first.count) + (second == null ? 0 : second.count);
        }
    }

    AppendAnswers(Collection<AppendChannel> channels, ClientSyncer syncer) {
        channels.forEach(channel -> this.channels.put(channel.name(), new OfChannel(channel)));
        this.syncer = syncer;
    }

    /** Adds that the calls of a client are appended up to a number. */
    void appended(ClientSession session, String channel, long number) {
        Calls calls = channels.get(channel).collected.computeIfAbsent(session, _ -> new Calls());
        calls.number = Math.max(calls.number, number);
        calls.count++;
    }

    /** Adds the answer to a client that is known; it says which of its calls are appended. */
    void welcome(ClientSession session, String text) {
        Map<Durable, Long> ends = new HashMap<>();
        channels.values().forEach(channel -> ends.put(channel.durable, channel.durable.end()));
        welcomes.put(session, new Welcome(text, ends));
    }

    /** Forgets a client that has left. */
    void left(ClientSession session) {
        welcomes.remove(session);
        for (OfChannel channel : channels.values()) {
            channel.collected.remove(session);
            channel.waiting.remove(session);
        }
    }

    /** Returns how many calls of a client are not answered. */
    int count(ClientSession session) {
        return channels.values().stream()
                .mapToInt(channel -> channel.count(session))
                .sum();
    }

    /** Returns whether answers wait for the disk or the spare. */
    boolean isWaiting() {
        if (!welcomes.isEmpty()) {
            return true;
        }
        for (OfChannel channel : channels.values()) {
            if (!channel.waiting.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends what can be sent now; returns whether there was anything.
     *
     * @param unsettled the channels that were appended to since they were forced; those that will be are removed
     */
    boolean settle(Set<AppendChannel> unsettled) {
        boolean hasSent = false;
        for (OfChannel channel : channels.values()) {
            hasSent |= channel.settle(unsettled, syncer);
        }
        if (!welcomes.isEmpty()) { // clients may have left whose calls nothing waits for any more
            unsettled.forEach(syncer::wanted);
            unsettled.clear();
        }
        for (ClientSession session : List.copyOf(welcomes.keySet())) {
            if (welcomes.get(session).isHeld()) {
                session.send(welcomes.remove(session).text());
                hasSent = true;
            }
        }
        return hasSent;
    }
}
