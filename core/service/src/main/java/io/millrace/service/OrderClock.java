package io.millrace.service;

import io.millrace.channel.EpochClock;

/**
 * The time in an order: that of the input that a service has taken last, whatever the clock of the machine says. Each
 * channel of an order has a clock of its own, {@link io.millrace.channel.ChannelOptions#withClock}, which is also that
 * of the service that writes it: {@link SourceBuilder#ordered} or {@link ComponentBuilder#ordered}. What a service
 * writes thus has the time of the entry from which it follows, on every node. For the thread of that service.
 */
public final class OrderClock implements EpochClock {

    private long entryNs;
    private long nowNs;

    /** Creates a clock that says 0 until the first input. */
    public OrderClock() {}

    @Override
    public long nowNs() {
        return nowNs;
    }

    /** Sets the time to that of a message. */
    void entry(long timeNs) {
        entryNs = timeNs;
        nowNs = timeNs;
    }

    /** Sets the time to one that was due: not before that of the message before it. */
    void due(long dueNs) {
        nowNs = Math.max(entryNs, dueNs);
    }
}
