package io.millrace.cli;

import io.millrace.topology.HostChannel;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyPrint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks every host of a topology how it is, and prints one table. */
@Command(
        name = "status",
        sortOptions = false,
        description = {
            "Ask every host of a topology how it is: its state, the messages of the channels that it writes, and how"
                    + " many of them the hosts lack that read them, or that stand by.",
            "The exit code is 0 if every host answers and nothing needs an operator. It is 1 if one does not answer,"
                    + " since it does not run or cannot be reached; if a copy or a source has stopped, has failed or"
                    + " may lack what it has acknowledged; and if hosts run topologies that differ."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace status two-hosts.yaml"})
final class StatusCommand implements Callable<Integer> {
    private static final int NOT_ALL = 1;
    private static final double US_PER_MS = 1e3;
    private static final Set<String> NUMBERS = Set.of("messages", "lacks", "clock");
    private static final List<String> HEADER =
            List.of("host", "state", "channel", "messages", "read by", "link", "lacks", "clock");

    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The topology, a file of YAML with hosts.")
    private Path file;

    @Spec
    private CommandSpec spec;

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Topology topology = Topology.load(file);
        if (topology.hosts().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "the topology has no hosts; see 'millrace health' file=" + file);
        }
        List<String> notes = new ArrayList<>();
        Map<String, HostStatus> answers = new LinkedHashMap<>();
        for (String host : topology.hosts().keySet()) {
            try {
                answers.put(host, HostStatus.askAtStart(topology, host));
            } catch (TopologyException e) {
                notes.add(e.getMessage());
            }
        }
        for (String host : topology.hosts().keySet()) {
            HostStatus status = answers.get(host);
            if (status != null && !status.waits().isEmpty()) {
                notes.add("host " + host + " waits: " + status.waits());
            }
            if (status != null && !status.spare().isEmpty()) {
                notes.add((status.standsBy() ? "spare " + host : "spare of host " + status.host()) + ": "
                        + status.spare());
            }
        }
        List<String> troubles = troubles(TopologyPrint.of(topology), answers);
        notes.addAll(troubles);
        table(topology.hosts().keySet(), answers).forEach(console.out()::line);
        notes.forEach(note -> console.err().println(note));
        boolean isWell = answers.size() == topology.hosts().size() && troubles.isEmpty();
        return isWell ? ExitCode.OK : NOT_ALL;
    }

    /** Returns what an operator should look at: channels, and topologies that differ from the one given here. */
    static List<String> troubles(TopologyPrint own, Map<String, HostStatus> answers) {
        List<String> troubles = new ArrayList<>();
        answers.forEach((host, status) -> {
            troubles.addAll(status.troubles());
            status.topology()
                    .filter(print -> !print.agrees(own))
                    .ifPresent(print -> troubles.add("topology files differ in=" + own.differencesFrom(print) + " host="
                            + host + " runs " + print + ", given here " + own));
        });
        return troubles;
    }

    /** Returns the lines of the table. Hosts without an answer are away. */
    static List<String> table(Collection<String> hosts, Map<String, HostStatus> answers) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        for (String host : hosts) {
            HostStatus status = answers.get(host);
            if (status == null) {
                rows.add(List.of(host, "away", "", "", "", "", "", ""));
            } else if (status.standsBy()) {
                standingBy(status, answers.values(), rows);
            } else {
                rows(status, rows);
            }
        }
        return aligned(rows);
    }

    /** Adds the copies of a machine that stands by, with what it lacks as those that write them know it. */
    private static void standingBy(HostStatus spare, Collection<HostStatus> all, List<List<String>> rows) {
        String name = spare.site() + " for " + spare.host();
        spare.messages().forEach((channel, count) -> {
            Optional<HostChannel> link = all.stream()
                    .flatMap(status -> status.channels().stream())
                    .filter(each -> each.channel().equals(channel)
                            && each.to().equals(spare.site())
                            && each.lagMessages().isPresent())
                    .findFirst();
            Optional<String> state = spare.channels().stream()
                    .filter(each -> each.channel().equals(channel))
                    .map(HostChannel::state)
                    .findFirst();
            rows.add(List.of(
                    name,
                    spare.state(),
                    channel,
                    number(count),
                    "",
                    word(state.orElse("missing")),
                    link.map(each -> number(each.lagMessages().getAsLong())).orElse(""),
                    link.map(StatusCommand::clock).orElse("")));
        });
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static void rows(HostStatus status, List<List<String>> rows) {
        String host = status.site().equals(status.host()) ? status.host() : status.site() + " as " + status.host();
        String state = status.state();
        for (Map.Entry<String, Long> channel : status.messages().entrySet()) {
            String messages = number(channel.getValue());
            List<HostChannel> links = status.channels().stream()
                    .filter(link -> link.channel().equals(channel.getKey())
                            && link.from().equals(status.host()))
                    .toList();
            if (links.isEmpty()) {
                rows.add(List.of(host, state, channel.getKey(), messages, "", "", "", ""));
            }
            for (HostChannel link : links) {
                String lacks = link.lagMessages().isPresent()
                        ? number(link.lagMessages().getAsLong())
                        : "unknown";
                rows.add(List.of(
                        host, state, channel.getKey(), messages, link.to(), word(link.state()), lacks, clock(link)));
                messages = "";
            }
        }
        if (status.messages().isEmpty()) {
            rows.add(List.of(host, state, "", "", "", "", "", ""));
        }
    }

    /** Returns the first word of a state; a note says the rest. */
    private static String word(String state) {
        int colon = state.indexOf(':');
        return colon < 0 ? state : state.substring(0, colon);
    }

    /** Returns how far the clock of the reader is ahead, in milliseconds. */
    private static String clock(HostChannel link) {
        return link.clockAheadUs().isPresent()
                ? String.format(Locale.ROOT, "%+.1f ms", link.clockAheadUs().getAsLong() / US_PER_MS)
                : "";
    }

    private static List<String> aligned(List<List<String>> rows) {
        int columns = HEADER.size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                boolean isNumber = NUMBERS.contains(HEADER.get(i));
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(isNumber ? pad + row.get(i) : row.get(i) + pad).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
