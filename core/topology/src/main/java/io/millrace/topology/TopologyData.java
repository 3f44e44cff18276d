package io.millrace.topology;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.service.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares the channels of a topology with the directories of earlier runs, before any channel is opened: a channel
 * that looks new because it was renamed, or that is a queue now, would otherwise start empty beside its data.
 */
final class TopologyData {

    private static final String TABLE = "journal.table";

    private final Topology topology;
    private final Path data;

    private TopologyData(Topology topology, Path data) {
        this.topology = topology;
        this.data = data;
    }

    static void check(Topology topology, Path data) {
        TopologyData check = new TopologyData(topology, data);
        topology.channels().keySet().forEach(check::kind);
        List<Path> unnamed = check.unnamed();
        topology.channels().keySet().forEach(name -> check.renamed(name, unnamed));
    }

    private void kind(String name) {
        Path directory = data.resolve(name);
        if (topology.isKept(name) || !isJournal(directory)) {
            return;
        }
        boolean empty;
        try (Journal journal = Journal.openReadOnly(directory)) {
            empty = journal.lastIndex() == Index.NONE;
        }
        if (!empty) {
            throw topology.problem(
                    "channel=" + name + " has kind=" + topology.kindText(name) + ", and directory=" + directory
                            + " holds its messages as a journal; the kind of a channel cannot change once it has data:"
                            + " give the channel another name, and write what was made from it from the beginning",
                    "channels",
                    name,
                    "kind");
        }
    }

    /** Refuses a channel without a directory if a directory that no channel names belongs to its components. */
    private void renamed(String name, List<Path> unnamed) {
        if (!topology.isKept(name) || isJournal(data.resolve(name))) {
            return;
        }
        Set<String> services = servicesOf(name);
        for (Path directory : unnamed) {
            Set<String> found = new TreeSet<>(Service.namesIn(directory));
            found.retainAll(services);
            if (!found.isEmpty()) {
                throw topology.problem(
                        "channel=" + name + " has no directory yet, and directory=" + directory
                                + ", which no channel of the topology names, holds what components=" + found
                                + " continue from; if the channel was renamed, rename the directory too, to "
                                + data.resolve(name) + "; to begin without it, move it away or use"
                                + " another data directory",
                        "channels",
                        name);
            }
        }
    }

    /** Returns the names under which the components at the ends of a channel hold positions in it. */
    private Set<String> servicesOf(String channel) {
        Set<String> services = new TreeSet<>();
        topology.components().forEach((name, component) -> {
            String last = topology.chain(name).getLast();
            boolean writes = topology.components().get(last).writes().equals(channel);
            boolean keeps = component
                    .snapshots()
                    .map(snapshots -> snapshots.channel().equals(channel))
                    .orElse(false);
            if (writes || keeps || component.reads().contains(channel)) {
                services.add(name);
                services.addAll(component.formerly());
            }
        });
        return services;
    }

    private List<Path> unnamed() {
        List<Path> unnamed = new ArrayList<>();
        if (Files.isDirectory(data)) {
            try (Stream<Path> entries = Files.list(data)) {
                entries.filter(TopologyData::isJournal)
                        .filter(entry -> !topology.channels()
                                .containsKey(entry.getFileName().toString()))
                        .sorted()
                        .forEach(unnamed::add);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read data directory directory=" + data + ": " + e, e);
            }
        }
        return unnamed;
    }

    private static boolean isJournal(Path directory) {
        return Files.exists(directory.resolve(TABLE));
    }
}
