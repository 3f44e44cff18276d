package io.millrace.topology;

import io.millrace.journal.Journal;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The links of a running host with the others. Any thread may call any method; none waits for another host. A method
 * that says why something is not so returns a part of a sentence for people, such as {@code host=b is not connected}.
 */
public interface HostLinks extends AutoCloseable {

    /**
     * Makes a channel that is sent ready to be opened for writing, and is to be called again until it is. After a
     * failure of this machine the other hosts are asked first, since they may hold what was lost here.
     *
     * @param channel the name of a channel that is sent
     * @return why it is not ready; empty once it is
     */
    Optional<String> prepare(String channel);

    /**
     * Begins to send a channel.
     *
     * @param channel the name of a channel that is ready
     * @param journal the journal that this process has open for writing
     */
    void send(String channel, Journal journal);

    /**
     * Returns why a channel that is received cannot be read yet: nothing has come, or this machine has failed and what
     * was lost has not come again.
     *
     * @param channel the name of a channel that is received
     * @return why; empty once its copy can be read
     */
    Optional<String> awaited(String channel);

    /**
     * Returns why the other hosts that read a channel do not hold everything that it has at this moment.
     *
     * @param channel the name of a channel that is sent
     * @return why; empty where they do
     */
    Optional<String> missing(String channel);

    /**
     * Returns whether the host at the other end of a channel is connected; for a channel that is sent, whether all that
     * read it are.
     *
     * @param channel the name of a channel that is sent or received
     */
    boolean isConnected(String channel);

    /**
     * Returns whether a channel that is received has held what its writer had when they were last connected.
     *
     * @param channel the name of a channel that is received
     */
    boolean isCaughtUp(String channel);

    /**
     * Returns what the writer of a channel had when they were last connected, also once it has left: every index below
     * the result was there. 0 before they were connected in this run.
     *
     * @param channel the name of a channel that is received
     */
    long joinedEnd(String channel);

    /**
     * Notes at which site a host runs and whether it waits for the other one, which matters for the machines that must
     * hold a channel up to its end.
     *
     * @param host the name of another host
     * @param status what it says of itself
     */
    void runs(String host, HostStatus status);

    /** Returns how the spare of this host is, as {@link HostStatus#spare()} says it; empty without a spare. */
    String spare();

    /** Returns whether the spare holds everything that this host has written up to this moment. */
    boolean hasSpareCaughtUp();

    /** Lets the other hosts, and gateways here, wait for the spare from now on. */
    void requireSpare();

    /**
     * Acknowledges what may be acknowledged of a channel that is received, since its limit has changed.
     *
     * @param channel the name of a channel that is received
     */
    void acknowledge(String channel);

    /**
     * Returns whether everything that is here of a channel was acknowledged to the host that writes it.
     *
     * @param channel the name of a channel that is received
     */
    boolean hasAcknowledged(String channel);

    /** Returns of which other hosts the topologies differ from the one here, a sentence for each. */
    List<String> differences();

    /** Returns the epoch of each channel that is sent or received, as {@code round.leader}, for people. */
    SequencedMap<String, String> epochs();

    /** Returns the state of each channel that is sent or received, for people. */
    List<HostChannel> channels();

    /** Ends all links. Copies and sent channels stay as they are. */
    @Override
    void close();
}
