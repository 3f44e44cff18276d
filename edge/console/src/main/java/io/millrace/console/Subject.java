package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.journal.RetentionPolicy;
import io.millrace.topology.TopologyView;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What a console shows: a running topology, or a data directory. {@link #observe} belongs to one thread; any thread may
 * call the other methods.
 */
interface Subject extends AutoCloseable {

    /** Returns the name of what is shown. */
    String title();

    /** Returns one line about it for people, may be empty. */
    String description();

    /** Returns whether it is a run of this process. */
    boolean isLive();

    /** Returns the data directory. */
    Path directory();

    /** Returns the command that shows or runs the same. */
    String command();

    /** Returns what reads and writes what. */
    Graph graph();

    /** Returns what there is to see now. */
    Observation observe();

    /** Returns the journals that can be read now, by name. */
    SequencedMap<String, Channel> journals();

    /** Returns a journal that can be read now. */
    default Optional<Channel> journal(String name) {
        return Optional.ofNullable(journals().get(name));
    }

    /** Returns the journals as a trace reads them; owned by the subject. */
    ChannelSet channelSet();

    /** Returns the graph as a trace follows it. */
    ChannelGraph channelGraph();

    /** Returns why a channel cannot be read, where it is known. */
    Optional<String> problem(String name);

    /**
     * Returns the calls that may be appended to a channel besides those that it has, as the classes of its readers
     * say; none where those are not known.
     */
    List<CallSchema> calls(String channel);

    /** Returns whether an administrator may append to a channel. */
    boolean isAppendable(String channel);

    /**
     * Appends a call to a channel, with the durability of the channel.
     *
     * @param channel the name of a journal
     * @param schema the schema of the call
     * @param arguments its arguments
     * @return its index
     * @throws io.millrace.server.RefusedException where the channel has one owner
     */
    long append(String channel, CallSchema schema, BinaryOutput arguments);

    /** Returns the run, if it is one of this process. */
    Optional<TopologyView> view();

    /** Returns all hosts of the topology, where it is a run of one of them. */
    default Optional<HostsModel> hosts() {
        return Optional.empty();
    }

    /** Returns which segments of a channel may go; empty where that is not known, as of data at rest. */
    Optional<RetentionPolicy> retention(String channel);

    @Override
    void close();
}
