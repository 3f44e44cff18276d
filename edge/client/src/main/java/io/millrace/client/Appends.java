package io.millrace.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The calls of all channels that are not acknowledged. A window bounds how many are on their way, so that a server does
 * not end the session of a client that appends fast; further ones wait here. Guarded by its owner.
 */
final class Appends {

    /** The most calls on their way; a server lets 1,000 requests of a client wait. */
    private static final int WINDOW = 500;

    private final int maxPending;
    private final Answers answers;
    private final Map<String, ChannelAppends> channels = new LinkedHashMap<>();
    private long number;
    private int count;

    Appends(int maxPending, Answers answers) {
        this.maxPending = maxPending;
        this.answers = answers;
    }

    ChannelAppends channel(String name) {
        return channels.computeIfAbsent(name, _ -> new ChannelAppends(name, answers));
    }

    Iterable<ChannelAppends> channels() {
        return channels.values();
    }

    /**
     * Adds a call, which gets the next number.
     *
     * @throws ClientException where too many wait
     */
    PendingCall add(String channel, Invocation invocation, PendingCall.Kind kind) {
        if (count == maxPending) {
            throw new ClientException("too many calls wait for their acknowledgement maxPending=" + maxPending);
        }
        PendingCall call = new PendingCall(++number, channel(channel), invocation, kind);
        call.channel().add(call);
        count++;
        return call;
    }

    /** Returns whether a call is not acknowledged. */
    boolean isPending(String channel, long of) {
        return channel(channel).isPending(of);
    }

    /** Returns the number of the newest call. */
    long newest() {
        return number;
    }

    /** Returns whether calls of a channel up to a number are still to be sent. */
    boolean hasUnsent(String channel, long upTo) {
        return channel(channel).hasUnsent(upTo);
    }

    /** Removes a call that was never sent; returns whether it was there. */
    boolean withdraw(String channel, long withdrawn) {
        boolean wasThere = channel(channel).withdraw(withdrawn);
        count -= wasThere ? 1 : 0;
        return wasThere;
    }

    /** Returns the next call to send, that with the least number, or null where there is none or the window is full. */
    PendingCall nextToSend() {
        int inFlight = 0;
        ChannelAppends next = null;
        for (ChannelAppends channel : channels.values()) {
            inFlight += channel.inFlight();
            PendingCall first = channel.nextToSend();
            if (first != null
                    && (next == null || first.number() < next.nextToSend().number())) {
                next = channel;
            }
        }
        return next == null || inFlight >= WINDOW ? null : next.send();
    }

    /** Notes the acknowledgement of all calls of a channel up to a number. */
    void appended(String channel, long upTo, List<Runnable> actions) {
        count -= channel(channel).appended(upTo, actions);
    }

    /** Notes a refusal. */
    void refused(String channel, long refused, String reason, List<Runnable> actions) {
        count -= channel(channel).refused(refused, reason, actions);
    }

    /** Notes that a call was refused only because one before it was, which this side did not know yet. */
    void refusedAfter(String channel, long refused) {
        channel(channel).refusedAfter(refused);
    }

    /** Ends a call that cannot be sent. */
    void unsendable(PendingCall call, String reason, List<Runnable> actions) {
        count -= call.channel().unsendable(call, reason, actions);
    }

    /** Begins a connection: what is not acknowledged is sent again, in the order of its numbers. */
    void connected(Map<String, Long> appended, List<Runnable> actions) {
        for (Map.Entry<String, Long> each : appended.entrySet()) {
            number = Math.max(number, each.getValue());
            appended(each.getKey(), each.getValue(), actions);
        }
        channels.values().forEach(ChannelAppends::connected);
    }

    /** Ends the calls that may have arrived, whose outcome is unknown; the others are sent later. */
    void unknown(String reason, List<Runnable> actions) {
        channels.values().forEach(channel -> count -= channel.unknown(reason, actions));
    }

    /** Ends all calls with an error. */
    void fail(Function<PendingCall, String> reason, List<Runnable> actions) {
        channels.values().forEach(channel -> channel.fail(reason, actions));
        count = 0;
    }
}
