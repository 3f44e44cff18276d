package io.millrace.cli;

import io.millrace.topology.HostChannel;
import io.millrace.topology.HostConflict;
import io.millrace.topology.HostDetails;
import io.millrace.topology.HostSection;
import io.millrace.topology.HostSighting;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostsWatch;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyPrint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks every host of a topology how it is, and prints a table, once or again and again. */
@Command(
        name = "status",
        sortOptions = false,
        description = {
            "Ask every host of a topology how it is: its state, the messages of the channels that it writes, and how"
                    + " many of them the hosts lack that read them, or that stand by.",
            "The exit code is 0 if every host answers and nothing needs an operator. It is 1 if one does not answer,"
                    + " since it does not run or cannot be reached; if a copy or a source has stopped, has failed or"
                    + " may lack what it has acknowledged; if hosts run topologies that differ; and if several"
                    + " machines say that they run one host.",
            "Over TLS it asks as a host whose key can be read here.",
            "With --watch it continues until it is stopped, or for so many rounds; the exit code is then that of the"
                    + " last round. It shows epochs, the stored cut of spares and what each host serves too. Of a host"
                    + " that does not answer it says since when, and no figure."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace status two-hosts.yaml", "  millrace status --watch two-hosts.yaml"})
final class StatusCommand implements Callable<Integer> {
    private static final int NOT_ALL = 1;
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final long LOOK_MS = 20;
    private static final double LEAST_SECONDS = 0.01;
    private static final double MOST_SECONDS = 3_600;
    private static final double US_PER_MS = 1e3;
    private static final Set<String> NUMBERS = Set.of("messages", "lacks", "clock");
    private static final List<String> HEADER =
            List.of("host", "state", "channel", "messages", "read by", "link", "lacks", "clock");

    /** What {@code --watch} adds to the columns. */
    private static final List<String> WATCHED = List.of("epoch", "cut");

    private final Console console;

    @Parameters(index = "0", paramLabel = "FILE", description = "The topology, a file of YAML with hosts.")
    private Path file;

    @Option(names = "--watch", description = "Ask again and again, and show epochs, cuts and sections too.")
    private boolean watches;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Seconds between two rounds of --watch (default: ${DEFAULT-VALUE}).")
    private double everySeconds;

    @Option(names = "--rounds", paramLabel = "N", description = "End after N rounds (default: continue until stopped).")
    private Long rounds;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Over TLS: show the certificate of this host (default: of the first whose key can be read).")
    private String host;

    @Spec
    private CommandSpec spec;

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Topology topology = Topology.load(file);
        if (topology.hosts().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "the topology has no hosts; see 'millrace health' file=" + file);
        }
        if (rounds != null && (!watches || rounds < 1)) {
            throw new ParameterException(
                    spec.commandLine(), "--rounds is for --watch, and at least 1 rounds=" + rounds);
        }
        if (!(everySeconds >= LEAST_SECONDS && everySeconds <= MOST_SECONDS)) {
            throw new ParameterException(
                    spec.commandLine(), "--every must be 0.01 to 3600 seconds every=" + everySeconds);
        }
        String asker = asker(topology);
        return watches ? watch(topology, asker) : once(topology, asker);
    }

    /** Returns the host whose certificate is shown: without TLS any. */
    private String asker(Topology topology) {
        SequencedMap<String, HostSpec> hosts = topology.hosts();
        if (host != null && !hosts.containsKey(host)) {
            throw new ParameterException(
                    spec.commandLine(), "no such host host=" + host + " hosts=" + hosts.keySet() + " file=" + file);
        }
        List<String> names = host == null ? List.copyOf(hosts.keySet()) : List.of(host);
        return asker(hosts, names)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "hosts are asked over TLS, and the key of none can be read here; run this on the machine of a"
                                + " host, as its user hosts=" + names + " keys="
                                + names.stream()
                                        .map(name -> hosts.get(name).key().orElseThrow())
                                        .toList()));
    }

    /** Returns the first of some hosts that has no key, or whose key can be read here. */
    static Optional<String> asker(Map<String, HostSpec> hosts, List<String> names) {
        return names.stream()
                .filter(name -> hosts.get(name).key().stream().allMatch(Files::isReadable))
                .findFirst();
    }

    private int once(Topology topology, String asker) {
        List<String> notes = new ArrayList<>();
        Map<String, HostStatus> answers = new LinkedHashMap<>();
        for (String name : topology.hosts().keySet()) {
            try {
                answers.put(name, HostStatus.askAtStart(topology, name, asker));
            } catch (TopologyException e) {
                notes.add(e.getMessage());
            }
        }
        notes.addAll(words(answers));
        List<String> troubles = troubles(TopologyPrint.of(topology), answers);
        notes.addAll(troubles);
        table(topology.hosts().keySet(), answers).forEach(console.out()::line);
        notes.forEach(note -> console.err().println(note));
        boolean isWell = answers.size() == topology.hosts().size() && troubles.isEmpty();
        return isWell ? ExitCode.OK : NOT_ALL;
    }

    private int watch(Topology topology, String asker) throws InterruptedException {
        int code = ExitCode.OK;
        try (HostsWatch watch = HostsWatch.start(topology, asker)) {
            long untilNs = System.nanoTime() + HostsWatch.SILENT_NS;
            while (!watch.hasAskedAll() && System.nanoTime() < untilNs) {
                Thread.sleep(LOOK_MS);
            }
            for (long round = 0; rounds == null || round < rounds; round++) {
                if (round > 0) {
                    Thread.sleep((long) (everySeconds * 1000));
                }
                code = look(topology, watch.hosts());
            }
        }
        return code;
    }

    private int look(Topology topology, List<HostSighting> hosts) {
        Instant now = Instant.now();
        List<String> troubles = troubles(TopologyPrint.of(topology), answers(hosts));
        if (console.terminal().colours()) {
            console.out().print(CLEAR);
        }
        console.out().line(now.truncatedTo(ChronoUnit.MILLIS).toString());
        watched(hosts, now).forEach(console.out()::line);
        troubles.forEach(console.out()::line);
        console.out().line("");
        console.out().flush();
        boolean isWell = troubles.isEmpty()
                && hosts.stream().allMatch(host -> host.status().isPresent());
        return isWell ? ExitCode.OK : NOT_ALL;
    }

    private static Map<String, HostStatus> answers(List<HostSighting> hosts) {
        Map<String, HostStatus> answers = new LinkedHashMap<>();
        hosts.forEach(host -> host.status().ifPresent(status -> answers.put(host.name(), status)));
        return answers;
    }

    /** Returns the lines of one round of {@code --watch}: the table, and a sentence for what does not fit into it. */
    static List<String> watched(List<HostSighting> hosts, Instant now) {
        Map<String, HostStatus> answers = answers(hosts);
        List<String> header = new ArrayList<>(HEADER);
        header.addAll(WATCHED);
        List<List<String>> rows = new ArrayList<>(List.of(header));
        for (HostSighting host : hosts) {
            List<List<String>> own = new ArrayList<>();
            Optional<HostStatus> status = host.status();
            if (status.isEmpty()) {
                own.add(List.of(host.name(), "unknown", "", "", "", "", "", ""));
            } else if (status.get().standsBy()) {
                standingBy(status.get(), answers.values(), own);
            } else {
                rows(status.get(), own);
            }
            HostDetails details = status.map(HostStatus::details).orElse(HostDetails.NONE);
            for (List<String> row : own) {
                String channel = row.get(HEADER.indexOf("channel"));
                List<String> cells = new ArrayList<>(unknown(row, answers));
                cells.add(details.epochs().getOrDefault(channel, ""));
                cells.add(details.cut().getOrDefault(channel, ""));
                rows.add(cells);
            }
        }
        List<String> lines = aligned(rows);
        hosts.stream().filter(host -> host.status().isEmpty()).forEach(host -> lines.add(silence(host, now)));
        lines.addAll(words(answers));
        answers.forEach((name, status) ->
                status.details().sections().forEach((key, section) -> addSection(lines, name, key, section)));
        return lines;
    }

    /** Adds what a section says of itself, and a line for each thing in it that it names, such as a session of FIX. */
    private static void addSection(List<String> lines, String host, String key, HostSection section) {
        StringBuilder line = new StringBuilder("host " + host + " serves " + key + ": " + section.state());
        List<String> things = new ArrayList<>();
        section.details().forEach((name, value) -> {
            if (name.indexOf(' ') < 0) {
                line.append(' ').append(name).append('=').append(value);
            } else {
                things.add("host " + host + " " + key + " " + name + ": " + value);
            }
        });
        lines.add(line.toString());
        lines.addAll(things);
    }

    /** Returns the cells of a row, in which what a silent host lacks is unknown: the writer knows what it had. */
    private static List<String> unknown(List<String> row, Map<String, HostStatus> answers) {
        String reader = row.get(HEADER.indexOf("read by"));
        if (reader.isEmpty() || answers.containsKey(reader)) {
            return row;
        }
        List<String> cells = new ArrayList<>(row);
        cells.set(HEADER.indexOf("lacks"), "unknown");
        cells.set(HEADER.indexOf("clock"), "");
        return cells;
    }

    private static String silence(HostSighting host, Instant now) {
        String last = host.at()
                .map(at -> "last answer " + at.truncatedTo(ChronoUnit.SECONDS) + ", "
                        + Math.max(0, Duration.between(at, now).toSeconds()) + " s ago")
                .orElse("it has not answered since this command began");
        return "host " + host.name() + " is silent, and nothing is known of it: " + last + "; " + host.silence();
    }

    /** Returns what hosts say in words: what they wait for, and how their spares are. */
    private static List<String> words(Map<String, HostStatus> answers) {
        List<String> words = new ArrayList<>();
        answers.forEach((host, status) -> {
            if (!status.waits().isEmpty()) {
                words.add("host " + host + " waits: " + status.waits());
            }
            if (!status.spare().isEmpty()) {
                words.add((status.standsBy() ? "spare " + host : "spare of host " + status.host()) + ": "
                        + status.spare());
            }
        });
        return words;
    }

    /**
     * Returns what an operator should look at: hosts that run twice, channels, and topologies that differ from the one
     * given here.
     */
    static List<String> troubles(TopologyPrint own, Map<String, HostStatus> answers) {
        List<String> troubles = new ArrayList<>(HostConflict.among(answers.values()).stream()
                .map(HostConflict::trouble)
                .toList());
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
        int columns = rows.getFirst().size();
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
                boolean isNumber = NUMBERS.contains(rows.getFirst().get(i));
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(isNumber ? pad + row.get(i) : row.get(i) + pad).append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
