package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.wire.OfferedCall;
import java.util.List;
import java.util.Optional;

/**
 * The port of a component that reads an order, for clients that append to a channel whose calls the order takes: their
 * calls come to the component by another channel, with the same client and number. Any thread.
 */
final class OrderedPort implements ComponentPort {
    private final ComponentPort port;
    private final OrderedSource source;
    private final String proposals;
    private final Channel order;

    /** How far the order had the calls of the channel once, and which record of the order was the newest then. */
    private long proposed = -1;

    private long newest = -1;
    private long taken = -1;

    OrderedPort(ComponentPort port, OrderedSource source, String proposals, Channel order) {
        this.port = port;
        this.source = source;
        this.proposals = proposals;
        this.order = order;
    }

    @Override
    public List<OfferedCall> calls() {
        return port.calls();
    }

    @Override
    public Channel output() {
        return port.output();
    }

    @Override
    public String recorded(String channel) {
        return channel.equals(proposals) ? order.name() : channel;
    }

    /** Returns up to which index calls are in the order, where the component has taken them. */
    @Override
    public synchronized long taken(String channel) {
        if (!channel.equals(proposals)) {
            return port.taken(channel);
        }
        long done = port.taken(order.name());
        if (proposed >= 0 && done >= newest) {
            taken = proposed;
            proposed = -1;
        }
        long ordered = source.ordered(proposals);
        if (proposed < 0 && ordered > taken) {
            newest = order.journal().orElseThrow().lastIndex();
            proposed = ordered;
            if (done >= newest) {
                taken = proposed;
                proposed = -1;
            }
        }
        return taken;
    }

    @Override
    public void wake() {
        port.wake();
    }

    /** Says that the component is away while calls of the client are not ordered; the query is then asked again. */
    @Override
    public boolean query(PortQuery query) {
        for (PortQuery.Least least = query.least; least != null; least = least.other()) {
            if (least.channel().equals(proposals) && taken(proposals) < least.index()) {
                query.listener.answered(-1, AnswerStatus.AWAY, "calls are not ordered yet", null, new byte[0]);
                return true;
            }
        }
        return port.query(query);
    }

    @Override
    public boolean find(String channel, String client, long number, PortListener listener) {
        return port.find(recorded(channel), client, number, listener);
    }

    @Override
    public Optional<OverdueQuery> overdue() {
        return port.overdue();
    }
}
