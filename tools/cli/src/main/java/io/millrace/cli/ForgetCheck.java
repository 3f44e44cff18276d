package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.JournalInfo;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.GraphComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the components that could not start again if the keys of a subject were deleted: those that a restart would
 * call with a message of it. What a restart needs, services note in the channels that they read, unless these are
 * copies of what another host writes. A component that has written nothing yet, and notes nothing, is not found.
 */
final class ForgetCheck {

    private ForgetCheck() {}

    /**
     * Reads all encrypted channels of a data directory.
     *
     * @return each such component, as {@code name=value}
     * @throws InputException if the directory has no channels
     */
    static List<String> in(Path data, FileKeyProvider keys, String subject) {
        List<String> found = new ArrayList<>();
        Set<String> stated = new HashSet<>(List.of(subject, keys.subject(subject)));
        try (ChannelSet set = ChannelSet.open(data)) { // subjects are stated readable, also those of other keys
            if (set.names().isEmpty() && set.problems().isEmpty()) {
                throw new InputException("there are no channels below a data directory data=" + data);
            }
            set.problems()
                    .forEach((channel, problem) -> found.add("channel=" + channel + " cannot be read: " + problem));
            ChannelGraph graph = ChannelGraph.infer(set);
            for (String name : set.names()) {
                Channel channel = set.channel(name).orElseThrow();
                long last = last(channel, stated);
                if (last != Index.NONE) {
                    check(set, graph, channel, last, found);
                }
            }
        }
        return found;
    }

    private static void check(ChannelSet set, ChannelGraph graph, Channel channel, long last, List<String> found) {
        String where = " channel=" + channel.name() + " lastIndex=" + Index.toText(last) + ", ";
        Optional<String> writer = writer(set, graph, channel.name());
        Set<String> noted = new HashSet<>();
        for (JournalInfo.Position position : positions(channel)) {
            Optional<String> service = RestartPosition.service(position.name());
            service.ifPresent(noted::add);
            if (service.isPresent()
                    && !service.equals(writer)
                    && position.state().index() < last) {
                found.add("component=" + service.get() + where
                        + PositionsCommand.place(position.name(), position.state()));
            }
        }
        for (GraphComponent reader : graph.readersOf(channel.name())) {
            if (reader.name().filter(name -> !noted.contains(name)).isPresent()) {
                found.add("component=" + reader.name().get() + where
                        + "what it needs is not noted there, as in a copy of what another host writes");
            }
        }
    }

    /** Returns the service that writes a channel, where it also has noted what it needs of one of its inputs. */
    private static Optional<String> writer(ChannelSet set, ChannelGraph graph, String channel) {
        return graph.writerOf(channel)
                .filter(writer -> writer.isSource()
                        || writer.reads().stream()
                                .flatMap(input -> set.channel(input).stream())
                                .flatMap(input -> positions(input).stream())
                                .map(position -> RestartPosition.service(position.name()))
                                .anyMatch(service -> service.isPresent() && service.equals(writer.name())))
                .flatMap(GraphComponent::name);
    }

    private static List<JournalInfo.Position> positions(Channel channel) {
        return channel.journal().orElseThrow().info().positions();
    }

    /** Returns the index of the last message of a subject, by each text that is stated for it. */
    private static long last(Channel channel, Set<String> stated) {
        long last = Index.NONE;
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry != Entry.CALL) {
                    continue;
                }
                Optional<String> of = cursor.subject();
                if (of.isEmpty()) {
                    return Index.NONE; // a channel is encrypted from its first message on or not at all
                }
                last = stated.contains(of.get()) ? cursor.index() : last;
            }
        }
        return last;
    }
}
