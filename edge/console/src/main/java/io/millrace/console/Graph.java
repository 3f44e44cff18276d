package io.millrace.console;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What reads and writes what.
 *
 * @param nodes the components
 * @param channels the channels
 */
record Graph(List<Node> nodes, List<Edge> channels) {

    /**
     * A component.
     *
     * @param name its name
     * @param kind {@code source}, {@code component} or {@code gateway}
     * @param thread the thread that runs it, empty where that is not known
     * @param reads the channels that it reads
     * @param writes the channel that it writes
     */
    record Node(String name, String kind, String thread, List<String> reads, String writes) {}

    /**
     * A channel.
     *
     * @param name its name
     * @param kind {@code journal}, {@code queue} or {@code direct}
     * @param durability its durability, empty where it is no journal or that is not known
     * @param ownership its ownership, as durability
     * @param capacityBytes the memory of a queue
     */
    record Edge(String name, String kind, String durability, String ownership, OptionalLong capacityBytes) {}

    /**
     * Writes the members.
     *
     * @param isAppendable whether an administrator may append to a channel
     */
    void write(Json json, Predicate<String> isAppendable) {
        json.objects(
                "components",
                nodes,
                node -> json.field("name", node.name())
                        .field("kind", node.kind())
                        .field("thread", node.thread())
                        .texts("reads", node.reads())
                        .field("writes", node.writes()));
        json.objects(
                "channels",
                channels,
                channel -> json.field("name", channel.name())
                        .field("kind", channel.kind())
                        .field("durability", channel.durability())
                        .field("ownership", channel.ownership())
                        .optional("capacityBytes", channel.capacityBytes())
                        .field("appendable", isAppendable.test(channel.name())));
    }
}
