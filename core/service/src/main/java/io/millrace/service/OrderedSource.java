package io.millrace.service;

import io.millrace.channel.Channel;
import java.util.List;

/**
 * A source whose items are the entries of a log that is ordered elsewhere, such as by a ledger or a cluster: several
 * nodes read it, and each has the same calls with the same numbers. What reads its channel is part of the order: its
 * time is that of the entries, and its outputs are the same on each node, whatever the node's clock and pace.
 *
 * <p>Its items are stated by {@link SourceContext#entry(long, long, long)} alone. {@link #open(long)} gets the position
 * of the newest entry in the channel, and the next entry is the one after it. An order that ends before that position,
 * or whose entry there is another one, has lost what this node has applied: opening throws, and the node must not go
 * on. One that no longer has the entry after it throws too: the node needs the data of another node.
 */
public interface OrderedSource extends ExternalSource {

    /**
     * Takes the channels whose calls this node is to bring into the order, before it opens. What the order makes of
     * them is not recorded here: a call may come into the order twice, or not before a restart, so a source offers it
     * again until the order has it, under a client's name and number.
     *
     * @param channels journals, none where nothing is said
     * @throws ServiceException where the source brings nothing into an order
     */
    default void proposals(List<Channel> channels) {
        if (!channels.isEmpty()) {
            throw new ServiceException("this source brings no calls into its order class="
                    + getClass().getName() + " channels="
                    + channels.stream().map(Channel::name).toList());
        }
    }

    /**
     * Returns up to which index the calls of a channel that was given to {@link #proposals} are in the order, and were
     * written; -1 before the first. Any thread.
     *
     * @param channel the name of the channel
     */
    default long ordered(String channel) {
        return -1;
    }

    /**
     * Returns how long the newest number of some clients counts, after the time of its call, however many calls have
     * followed; in nanoseconds of the order's time, the same at all nodes. 0 where there are no such clients.
     */
    default long rememberedNs() {
        return 0;
    }

    /**
     * Returns whether a client is remembered for that time. The answer is the same at all nodes, and true for a bounded
     * number of clients.
     *
     * @param client the {@linkplain ClientName name} of the client
     */
    default boolean isRemembered(String client) {
        return false;
    }
}
