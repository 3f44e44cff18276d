package io.millrace.topology;

import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Positions;
import io.millrace.service.RunDescription;
import io.millrace.service.Service;
import io.millrace.service.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares the channels of a topology with the directories of earlier runs, before any channel is opened: a channel
 * that looks new because it was renamed would otherwise start empty beside its data, and one whose kind has changed
 * may do so only where nothing that its former kind holds is lost for a reader.
 */
final class TopologyData {

    private static final String TABLE = "journal.table";

    private final Topology topology;
    private final Path data;

    /** What the directory was last run with; empty where that is not known, as where a spare was promoted. */
    private final Optional<RunDescription> last;

    private TopologyData(Topology topology, Path data) {
        this.topology = topology;
        this.data = data;
        this.last = last(data);
    }

    private static Optional<RunDescription> last(Path data) {
        try {
            return RunDescription.read(data);
        } catch (ServiceException e) { // this start writes the file anew
            return Optional.empty();
        }
    }

    /**
     * Checks what is there.
     *
     * @param spare the spare of the host that runs here, empty where there is none
     */
    static void check(Topology topology, Path data, Optional<String> spare) {
        TopologyData check = new TopologyData(topology, data);
        topology.channels().keySet().forEach(name -> check.kind(name, spare));
        check.last.ifPresent(run -> topology.components().keySet().forEach(name -> check.direct(name, run)));
        List<Path> unnamed = check.unnamed();
        topology.channels().keySet().forEach(name -> check.renamed(name, unnamed));
    }

    /** Returns the directories of the journals that queues were before, by the names of the queues. */
    static Map<String, Path> formerJournals(Topology topology, Path data) {
        Map<String, Path> former = new LinkedHashMap<>();
        topology.channels().keySet().stream()
                .filter(name -> topology.isQueue(name) && hasMessages(data.resolve(name)))
                .forEach(name -> former.put(name, data.resolve(name)));
        return former;
    }

    private void kind(String name, Optional<String> spare) {
        Path directory = data.resolve(name);
        if (topology.isKept(name) || !hasMessages(directory)) {
            return;
        }
        if (topology.isDirect(name)) {
            throw refused(
                    name,
                    "journal",
                    "direct; the components at its ends would become one service, which is made"
                            + " from other inputs than its output names");
        }
        spare.ifPresent(host -> {
            throw refused(
                    name,
                    "journal",
                    "queue on a host with a spare, which would lack the former journal; let the channel be a journal"
                            + " spare=" + host);
        });
        try (Journal journal = Journal.openReadOnly(directory);
                Positions positions = Positions.open(directory)) {
            long removed = journal.messagesBefore(Index.NONE);
            if (removed > 0) {
                throw refused(
                        name,
                        "journal",
                        "queue, since retention has removed its first messages, and a queue is compared with all of"
                                + " them removed=" + removed);
            }
            boolean isNew = last.filter(run -> run.queues().contains(name)).isEmpty();
            for (NamedPosition position : isNew ? positions.list() : List.<NamedPosition>of()) {
                read(name, journal, position);
            }
        }
    }

    /**
     * Refuses a queue where a reader of its former journal has not taken everything, which it would never get. The
     * components of the topology get it from the queue.
     */
    private void read(String name, Journal journal, NamedPosition position) {
        long taken = position.get();
        long unread = journal.messages() - (taken == Index.NONE ? 0 : journal.messagesBefore(taken) + 1);
        if (RestartPosition.service(position.name()).isEmpty() && unread > 0) {
            throw refused(
                    name,
                    "journal",
                    "queue before each reader has taken everything: let the reader finish while the former file runs,"
                            + " or delete its position with 'millrace positions delete' reader='" + position.name()
                            + "' position=" + Index.toText(taken) + " end=" + Index.toText(journal.lastIndex())
                            + " unread=" + unread);
        }
    }

    /** Refuses a component that has an output and is called directly now, or was before. */
    private void direct(String name, RunDescription run) {
        RunDescription.Part part = run.components().get(name);
        if (part == null || part.reads().isEmpty() || !hasMessages(data.resolve(part.output()))) {
            return;
        }
        List<String> reads = topology.components().get(name).reads();
        boolean wasCalled = !part.caller().isEmpty();
        if (wasCalled
                && !topology.calledDirectly(name)
                && reads.contains(part.reads().getFirst())) {
            String channel = part.reads().getFirst();
            throw refused(channel, "direct", topology.kindText(channel) + ", " + otherInputs(name, part));
        }
        if (!wasCalled && topology.calledDirectly(name) && part.reads().contains(reads.getFirst())) {
            throw refused(reads.getFirst(), "queue", "direct, " + otherInputs(name, part));
        }
    }

    private static String otherInputs(String component, RunDescription.Part part) {
        return "since the output of its reader names other inputs; to write that again from the first input on, move"
                + " it away with all that was made from it component=" + component + " output=" + part.output();
    }

    private TopologyException refused(String channel, String former, String reason) {
        return topology.problem(
                "channel=" + channel + " was of kind " + former + " and cannot become " + reason + " directory="
                        + data.resolve(channel),
                "channels",
                channel,
                "kind");
    }

    private static boolean hasMessages(Path directory) {
        if (!isJournal(directory)) {
            return false;
        }
        try (Journal journal = Journal.openReadOnly(directory)) {
            return journal.lastIndex() != Index.NONE;
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
