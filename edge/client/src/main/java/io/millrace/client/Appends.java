package io.millrace.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * The calls of all channels that are not acknowledged. A window bounds how many are on their way, so that a server does
 * not end the session of a client that appends fast; further ones wait here. Guarded by its owner.
 */
final class Appends {

    /** The most calls on their way; a server lets 1,000 requests of a client wait. */
    private static final int WINDOW = 500;

    private final int maxPending;
    private final Map<String, ChannelAppends> channels = new LinkedHashMap<>();
    private final Queue<PendingCall> unsent = new ArrayDeque<>();
    private long number;
    private int inFlight;
    private int count;

    Appends(int maxPending) {
        this.maxPending = maxPending;
    }

    ChannelAppends channel(String name) {
        return channels.computeIfAbsent(name, ChannelAppends::new);
    }

    Iterable<ChannelAppends> channels() {
        return channels.values();
    }

    /**
     * Adds a call, which gets the next number.
     *
     * @throws ClientException where too many wait
     */
    PendingCall add(String channel, String method, String arguments) {
        if (count == maxPending) {
            throw new ClientException("too many calls wait for their acknowledgement maxPending=" + maxPending);
        }
        PendingCall call = new PendingCall(++number, channel(channel), method, arguments, new CompletableFuture<>());
        call.channel().add(call);
        unsent.add(call);
        count++;
        return call;
    }

    /** Returns the next call to send, or null where there is none or the window is full. */
    PendingCall nextToSend() {
        PendingCall next = inFlight < WINDOW ? unsent.poll() : null;
        if (next != null) {
            inFlight++;
        }
        return next;
    }

    /** Notes the acknowledgement of all calls of a channel up to a number. */
    void appended(String channel, long upTo, List<Runnable> actions) {
        ended(channel(channel).appended(upTo, actions));
    }

    /** Notes a refusal. */
    void refused(String channel, long refused, String reason, List<Runnable> actions) {
        ended(channel(channel).refused(refused, reason, actions));
    }

    /** Ends a call that cannot be sent. */
    void unsendable(PendingCall call, String reason, List<Runnable> actions) {
        ended(call.channel().unsendable(call, reason, actions));
    }

    private void ended(int calls) {
        count -= calls;
        inFlight = Math.max(0, inFlight - calls);
    }

    /** Begins a connection: what is not acknowledged is sent again, in the order of its numbers. */
    void connected(Map<String, Long> appended, List<Runnable> actions) {
        for (Map.Entry<String, Long> each : appended.entrySet()) {
            number = Math.max(number, each.getValue());
            appended(each.getKey(), each.getValue(), actions);
        }
        List<PendingCall> all = new ArrayList<>();
        for (ChannelAppends channel : channels.values()) {
            channel.connected();
            all.addAll(channel.pending());
        }
        all.sort(Comparator.comparingLong(PendingCall::number));
        unsent.clear();
        unsent.addAll(all);
        inFlight = 0;
    }

    /** Ends all calls with an error. */
    void fail(String reason, List<Runnable> actions) {
        channels.values().forEach(channel -> channel.fail(reason, actions));
        unsent.clear();
        count = 0;
        inFlight = 0;
    }
}
