package io.millrace.topology;

import java.nio.file.Path;
import java.util.List;

/**
 * A running topology as sections see it: names, counts and positions, and nothing that changes the run. Any thread may
 * ask at any time; each answer is a picture of one moment. Meant for people and probes, not for each message.
 */
public interface TopologyView {

    /** Returns the topology as it was written. */
    Topology topology();

    /** Returns the directory of the channels. */
    Path dataDirectory();

    /** Returns the health of the run, with the counts of each component. */
    TopologyHealth health();

    /** Returns the channels, in the order of the topology. */
    List<ChannelInfo> channels();

    /** Returns the components, in the order of the topology. */
    List<ComponentInfo> components();

    /** Returns the threads, in the order in which they start. */
    List<ThreadInfo> threads();
}
