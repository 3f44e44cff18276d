package io.millrace.clients;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Answers about calls of clients, until these are durable and, where the host has a spare that others wait for, held by
 * that. Used under the lock of the loop.
 *
 * <p>Answers are collected. When those collected before are sent, the calls of the new ones become durable together,
 * the ends of the channels are noted, and the answers are sent once the spare holds the channels up to there. So there
 * are two collections, each with one number of a session in a channel at most, however long the spare is away.
 */
final class AppendAnswers {

    private final List<AppendChannel> channels;
    private final Map<AppendChannel, Long> ends = new HashMap<>();
    private Answers collected = new Answers(new LinkedHashMap<>(), new LinkedHashMap<>());
    private Answers waiting = new Answers(new LinkedHashMap<>(), new LinkedHashMap<>());

    /** How many calls of a client are answered together, and up to which number in each channel. */
    private static final class Calls {
        private final Map<String, Long> numbers = new TreeMap<>();
        private int count;
    }

    /** The answers to clients: that they are known, and that their calls are appended. */
    private record Answers(Map<ClientSession, String> welcomes, Map<ClientSession, Calls> calls) {

        boolean isEmpty() {
            return welcomes.isEmpty() && calls.isEmpty();
        }

        void remove(ClientSession session) {
            welcomes.remove(session);
            calls.remove(session);
        }

        void send() {
            welcomes.forEach(ClientSession::send);
            calls.forEach((session, appended) ->
                    appended.numbers.forEach((channel, number) -> session.send(ClientTexts.appended(channel, number))));
            welcomes.clear();
            calls.clear();
        }

        int count(ClientSession session) {
            Calls appended = calls.get(session);
            return appended == null ? 0 : appended.count;
        }
    }

    AppendAnswers(Collection<AppendChannel> channels) {
        this.channels = List.copyOf(channels);
    }

    /** Adds that the calls of a client are appended up to a number. */
    void appended(ClientSession session, String channel, long number) {
        Calls calls = collected.calls().computeIfAbsent(session, _ -> new Calls());
        calls.numbers.merge(channel, number, Math::max);
        calls.count++;
    }

    /** Adds the answer to a client that is known; it says which of its calls are appended. */
    void welcome(ClientSession session, String text) {
        collected.welcomes().put(session, text);
    }

    /** Forgets a client that has left. */
    void left(ClientSession session) {
        collected.remove(session);
        waiting.remove(session);
    }

    /** Returns how many calls of a client are not answered. */
    int count(ClientSession session) {
        return collected.count(session) + waiting.count(session);
    }

    /** Returns whether answers wait for the spare. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Sends what can be sent now; returns whether there was anything.
     *
     * @param unsettled the channels that were appended to since they were durable; emptied when they are
     */
    boolean settle(Set<AppendChannel> unsettled) {
        boolean hasSent = sendHeld();
        if (waiting.isEmpty() && !collected.isEmpty()) {
            unsettled.forEach(AppendChannel::settle);
            unsettled.clear();
            Answers next = collected;
            collected = waiting;
            waiting = next;
            channels.forEach(channel -> ends.put(channel, channel.end()));
            hasSent |= sendHeld();
        }
        return hasSent;
    }

    private boolean sendHeld() {
        if (waiting.isEmpty()
                || !ends.entrySet().stream().allMatch(end -> end.getKey().isHeld(end.getValue()))) {
            return false;
        }
        waiting.send();
        return true;
    }
}
