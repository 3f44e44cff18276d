package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.wire.OfferedCall;
import java.util.List;
import java.util.Optional;

/**
 * What a port that serves clients needs of a component. Calls of clients go through an input channel of the component,
 * and their answers come as records of its output, which {@link AnswerReader} reads. Any thread may use it, and nothing
 * of it waits.
 */
public interface ComponentPort {

    /** Returns the methods that clients may call. */
    List<OfferedCall> calls();

    /** Returns the channel that has the answers. */
    Channel output();

    /** Returns the index of the newest input that the component has taken; -1 where there is none. */
    long taken(String channel);

    /**
     * Returns the channel that the records of answers name for calls that clients append to a channel.
     *
     * @param channel a channel of calls
     */
    default String recorded(String channel) {
        return channel;
    }

    /**
     * Returns this port for clients whose calls an order brings to the component.
     *
     * @param source the source of the order
     * @param proposals the channel that clients append to
     * @param order the channel that the source writes and the component reads
     */
    default ComponentPort ordered(OrderedSource source, String proposals, Channel order) {
        return new OrderedPort(this, source, proposals, order);
    }

    /** Wakes the component's thread if it is parked, after a call was appended. */
    void wake();

    /**
     * Queues a query, which is made between two inputs.
     *
     * @return whether it will be answered; false where too many wait, or the component has ended
     */
    boolean query(PortQuery query);

    /**
     * Finds the answer to a call that a client repeats.
     *
     * @param channel the input channel of the call
     * @param client the name of the client
     * @param number the client's number of the call
     * @param listener gets the answer, or why there is none
     * @return whether it will be answered; false where too many questions wait, or the component has ended
     */
    boolean find(String channel, String client, long number, PortListener listener);

    /** Returns the query that exceeds its budget now, if there is one. */
    Optional<OverdueQuery> overdue();
}
