package io.millrace.clients;

import io.millrace.service.ComponentPort;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The appends of one channel whose clients want to know when the component has taken them, which neither the disk nor a
 * spare delays. Used under the lock of the loop.
 */
final class TakenCalls {

    private record Waiting(ClientSession session, long number, long index) {}

    private final String channel;
    private final ComponentPort port;
    private final Positions positions;
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    TakenCalls(String channel, ComponentPort port, Positions positions) {
        this.channel = channel;
        this.port = port;
        this.positions = positions;
    }

    /**
     * Adds an append.
     *
     * @param index its index in the channel; those that are added later are greater, or were taken before
     */
    void add(ClientSession session, long number, long index) {
        waiting.add(new Waiting(session, number, index));
        session.waitsForCall();
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Tells the clients whose calls were taken; returns whether there were any. */
    boolean send() {
        if (waiting.isEmpty()) {
            return false;
        }
        long taken = port.taken(channel);
        boolean hasSent = false;
        while (!waiting.isEmpty() && waiting.peek().index() <= taken) {
            Waiting next = waiting.remove();
            next.session().callAnswered();
            next.session().send(ClientTexts.taken(channel, next.number(), positions.text(next.index())));
            hasSent = true;
        }
        return hasSent;
    }

    /** Forgets a session that has left. */
    void left(ClientSession session) {
        waiting.removeIf(each -> each.session().equals(session));
    }
}
