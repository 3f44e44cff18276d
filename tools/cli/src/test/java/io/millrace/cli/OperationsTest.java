package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HealthState;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostDetails;
import io.millrace.topology.HostSection;
import io.millrace.topology.HostSighting;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyHealth;
import io.millrace.topology.TopologyPrint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator and a container's probe do with a topology that runs, hangs or has failed. */
@Tag("process")
class OperationsTest {
    private static final String TOPOLOGY = """
            name: picky
            classpath: ["%s"]
            parameters:
              after: {type: choice, values: [end, wait], default: end}
              refused: {type: int, default: 30}
            channels:
              readings: {}
              averages: {}
            components:
              source:
                class: io.millrace.cli.ToySource
                writes: readings
                arguments: {sensor: attic, count: 100, after: "${after}"}
              picky:
                class: io.millrace.cli.ToyPicky
                reads: [readings]
                writes: averages
                arguments: {refused: "${refused}"}
            """.formatted(JavaCommand.testClasses());

    private static final Pattern SKIP = Pattern.compile("millrace skip (\\S+) --component (\\S+) (\\S+) --reason TEXT");

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheTopology() throws IOException {
        Files.writeString(directory.resolve("picky.yaml"), TOPOLOGY);
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        return CommandProcess.run(directory, arguments);
    }

    @Test
    void aRunThatHasRecordedErrorsSaysSoAtItsEnd() throws Exception {
        String recording = TOPOLOGY.replace("    reads: [readings]\n", "    reads: [readings]\n    onError: RECORD\n");
        Files.writeString(directory.resolve("picky.yaml"), recording);
        Ended ended = run("run", "picky.yaml");
        assertEquals(0, ended.code(), ended.err());
        assertTrue(ended.err().contains("picky: inputs that ended in an error: 1; the newest: "), ended.err());
        assertTrue(ended.err().contains("IllegalArgumentException: celsius="), ended.err());
    }

    @Test
    void aRunWhoseRequestsWereRefusedSaysSoAtItsEnd() throws Exception {
        Files.writeString(
                directory.resolve("refusing.yaml"),
                TOPOLOGY.replace("name: picky", "name: refusing")
                        .replace("averages: {}", "averages: {durability: SYNCED}\n  rows: {}")
                        .replace("ToyPicky", "ToyAverager")
                        .replace("    arguments: {refused: \"${refused}\"}\n", """
                      table:
                        class: io.millrace.cli.ToyRefusal
                        reads: [averages]
                        writes: rows
                    """));
        Ended ended = run("run", "refusing.yaml");
        assertEquals(0, ended.code(), ended.err());
        assertTrue(ended.err().contains("\ntable: requests or records refused: 10; the newest: "), ended.err());
        assertTrue(ended.err().contains("no room for it sensor=attic upTo=99"), ended.err());
    }

    @Test
    void theCommandThatAFailureNamesGetsTheRunPastTheInput() throws Exception {
        Ended failed = run("run", "picky.yaml");
        assertEquals(1, failed.code(), failed.err());
        assertEquals(1, failed.err().lines().count(), failed.err());
        assertTrue(failed.err().contains("method=reading: java.lang.IllegalArgumentException: celsius="), failed.err());
        Matcher named = SKIP.matcher(failed.err());
        assertTrue(named.find(), failed.err());
        String data = directory.resolve(named.group(1)).toString();
        assertEquals("", CommandCall.run("skip", data, "--list").well());
        Ended ordered = CommandCall.run(
                "skip", data, "--component", named.group(2), named.group(3), "--reason", "too warm", "--by", "alice");
        assertEquals(0, ordered.code(), ordered.err());
        assertTrue(ordered.err().contains("the next start passes over it"), ordered.err());
        run("run", "picky.yaml").well();
        String listed = CommandCall.run("skip", data, "--list").well();
        assertTrue(
                listed.matches("DONE component=picky input=readings@0:\\d+ method=reading by=alice at=\\S+ ended=\\S+"
                        + " output=averages@0:\\d+ reason=too warm\n"),
                listed);
        String averages = CommandCall.run(
                        "dump", directory.resolve("data/averages").toString())
                .well();
        assertEquals(99, averages.split("(?m)^average:").length - 1, averages);
        assertTrue(averages.contains("skipped:\n  component: picky\n"), averages);
        String orders = CommandCall.run("dump", data + "/millrace.skips").well();
        assertTrue(orders.contains("ordered:\n") && orders.contains("ended:\n"), orders);
    }

    @Test
    void anOrderThatMakesNoSenseIsRefused() throws Exception {
        run("run", "picky.yaml", "--refused", "1000").well();
        String data = directory.resolve("data").toString();
        String[][] wrong = {
            {"skip", data, "--component", "pick", "readings@0:8", "--reason", "x"},
            {"skip", data, "--component", "picky", "readings@0:8", "--reason", "x"},
            {"skip", data, "--component", "picky", "--reason", "x"},
            {"skip", data, "--component", "picky", "readings@0:8"},
            {"skip", data},
            {"skip", data + "/nowhere", "--list"},
            {"skip", data, "--component", "picky", "readings@0:8", "--withdraw"},
            {"skip", data + "/readings", "--list"},
            {"allow", data + "/readings", "--list"},
            {"upgrade", data + "/readings"},
        };
        for (String[] each : wrong) {
            Ended refused = CommandCall.run(each);
            assertEquals(2, refused.code(), String.join(" ", each) + refused.err());
        }
        assertTrue(CommandCall.run(wrong[0]).err().contains("picky"), "the nearest name is said");
        assertTrue(Files.notExists(directory.resolve("data/millrace.skips")));
    }

    @Test
    void callsOfAPrincipalAreAllowedAgainByAnOrder() throws Exception {
        run("run", "picky.yaml", "--refused", "1000").well();
        String data = directory.resolve("data").toString();
        assertEquals("", CommandCall.run("allow", data, "--list").well());
        String[][] wrong = {
            {"allow", data, "--component", "pick", "bob", "--reason", "x"},
            {"allow", data, "--component", "picky", "--reason", "x"},
            {"allow", data, "--component", "picky", "bob"},
            {"allow", data + "/nowhere", "--list"},
            {"allow", data, "--component", "picky", "bob", "--withdraw"},
        };
        for (String[] each : wrong) {
            Ended refused = CommandCall.run(each);
            assertEquals(2, refused.code(), String.join(" ", each) + refused.err());
        }
        Ended ordered =
                CommandCall.run("allow", data, "--component", "picky", "bob", "--reason", "repaired", "--by", "alice");
        assertEquals(0, ordered.code(), ordered.err());
        String listed = CommandCall.run("allow", data, "--list").well();
        assertTrue(listed.matches("PENDING component=picky principal=bob by=alice at=\\S+ reason=repaired\n"), listed);
        Ended ended = CommandCall.run("allow", data, "--component", "picky", "bob", "--withdraw", "--by", "carol");
        assertEquals(0, ended.code(), ended.err());
        String withdrawn = CommandCall.run("allow", data, "--list").well();
        assertTrue(withdrawn.startsWith("WITHDRAWN component=picky") && withdrawn.contains(" by=carol "), withdrawn);
    }

    private Ended health(String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "health";
        arguments[1] = directory.resolve("health.json").toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return CommandCall.run(arguments);
    }

    private void await(TestProcess process, int code, String... options) throws InterruptedException {
        Await.until("the health command ends with " + code, () -> {
            boolean isAlive = process.isAlive();
            boolean isReached = health(options).code() == code;
            assertTrue(isReached || code == 1 || isAlive, process::errors);
            return isReached;
        });
    }

    @Test
    void aProcessThatStandsStillOrIsGoneIsNotHealthy() throws Exception {
        assertEquals(1, health().code(), "there is no file yet");
        try (TestProcess process = CommandProcess.start(
                directory, "run", "picky.yaml", "--after", "wait", "--refused", "1000", "--health", "health.json")) {
            await(process, 0, "--ready");
            String json = Files.readString(directory.resolve("health.json"));
            assertTrue(json.contains("\"topology\":\"picky\"") && json.contains("\"picky\":{\"state\":\"LIVE\""), json);
            process.signal("STOP");
            await(process, 1, "--max-age", "2");
            assertTrue(health("--max-age", "2").out().contains("has ended or hangs"), () -> health().out());
            process.signal("CONT");
            await(process, 0, "--max-age", "2");
            process.kill();
            await(process, 1, "--max-age", "2");
        }
    }

    @Test
    void aRunThatFailsOrIsStoppedSaysSoLast() throws Exception {
        run("run", "picky.yaml", "--health", "health.json");
        String failed = Files.readString(directory.resolve("health.json"));
        assertTrue(failed.contains("\"state\":\"FAILED\"") && failed.contains("celsius="), failed);
        assertTrue(health().out().startsWith("not healthy state=FAILED"), () -> health().out());
        assertEquals(
                2, run("run", "picky.yaml", "--health", "nowhere/health.json").code());
        assertEquals(2, run("run", "picky.yaml", "--health", "99999").code());
    }

    @Test
    void aSocketAnswersByTheStateOfTheMoment() throws IOException {
        AtomicReference<HealthState> state = new AtomicReference<>();
        Console console = new Console(
                new ByteArrayInputStream(new byte[0]),
                new Output(new ByteArrayOutputStream()),
                System.err,
                new Terminal(false, false, false));
        HealthReport report = HealthReport.start(
                console,
                "127.0.0.1:0",
                () -> new TopologyHealth(
                        "toy",
                        state.get(),
                        Instant.now(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        Optional.empty(),
                        Optional.empty()));
        String url = "http://127.0.0.1:" + report.port();
        try (report) {
            for (HealthState each : HealthState.values()) {
                state.set(each);
                assertEquals(
                        each.isLive() ? 0 : 1,
                        CommandCall.run("health", url + "/live").code(),
                        each.name());
                assertEquals(
                        each.isReady() ? 0 : 1,
                        CommandCall.run("health", url + "/ready").code(),
                        each.name());
            }
            assertEquals(1, CommandCall.run("health", url + "/elsewhere").code());
        }
        assertEquals(1, CommandCall.run("health", url + "/live").code());
    }

    /** Returns a host that says how its links are, of each a clock if that was measured. */
    private static HostStatus host(String name, String site, String state, long messages, HostChannel... links) {
        LinkedHashMap<String, Long> ofChannels = new LinkedHashMap<>(Map.of(links[0].channel(), messages));
        return new HostStatus(name, site, state, "", "", ofChannels, new LinkedHashMap<>(), List.of(), List.of(links));
    }

    private static HostChannel link(String to, String state, OptionalLong lacks, OptionalLong clockAheadUs) {
        return new HostChannel("trades", "a", to, state, lacks, clockAheadUs);
    }

    @Test
    void theStatusNamesWhatNeedsAnOperator() {
        HostStatus well =
                host("a", "a", "RUNNING", 1, link("b", "connected", OptionalLong.of(0), OptionalLong.empty()));
        HostStatus stopped = host(
                "b", "b", "DEGRADED", 1, link("b", "stopped: retention", OptionalLong.empty(), OptionalLong.empty()));
        TopologyPrint own = new TopologyPrint(1, "/x/own.yaml");
        assertEquals(List.of(), StatusCommand.troubles(own, Map.of("a", well)));
        assertEquals(
                List.of("channel=trades of host=a at host=b stopped: retention"),
                StatusCommand.troubles(own, Map.of("b", stopped)));
        HostStatus twice =
                host("a", "s", "RUNNING", 1, link("b", "connected", OptionalLong.of(0), OptionalLong.empty()));
        assertEquals(
                List.of("host=a runs at a and at s"),
                StatusCommand.troubles(own, new TreeMap<>(Map.of("a", well, "s", twice))));
        Topology other = Topology.builder("other")
                .channel("c", ChannelSpec.journal())
                .component("d", ComponentSpec.of(Object.class).writes("c"))
                .build();
        List<String> differ = StatusCommand.troubles(own, Map.of("a", well.of(other)));
        assertEquals(1, differ.size());
        assertTrue(
                differ.getFirst().startsWith("topology files differ in=[] host=a runs fingerprint=")
                        && differ.getFirst().endsWith("file=topology other, given here fingerprint=1 file=/x/own.yaml"),
                differ.getFirst());
    }

    @Test
    void theStatusShowsByHowMuchTheClockOfAReaderIsAhead() {
        HostStatus a = host(
                "a",
                "a",
                "RUNNING",
                41_226,
                link("b", "connected", OptionalLong.of(28), OptionalLong.of(1_460)),
                link("c", "connected", OptionalLong.of(0), OptionalLong.of(-250_040)),
                link("d", "missing", OptionalLong.empty(), OptionalLong.empty()),
                link("s", "connected", OptionalLong.of(1_226), OptionalLong.of(-20)));
        HostStatus s = host(
                "a", "s", HostStatus.SPARE, 40_000, link("s", "connected", OptionalLong.empty(), OptionalLong.empty()));
        assertEquals(
                """
                host     state    channel  messages  read by  link         lacks      clock
                a        RUNNING  trades     41,226  b        connected       28    +1.5 ms
                a        RUNNING  trades             c        connected        0  -250.0 ms
                a        RUNNING  trades             d        missing    unknown
                a        RUNNING  trades             s        connected    1,226    -0.0 ms
                b        away
                s for a  SPARE    trades     40,000           connected    1,226    -0.0 ms
                """, String.join("\n", StatusCommand.table(List.of("a", "b", "s"), Map.of("a", a, "s", s))) + "\n");
    }

    @Test
    void aWatchSaysOfASilentHostSinceWhen() {
        SequencedMap<String, String> fix = new LinkedHashMap<>(Map.of("connections", "1"));
        fix.put("session FIX.4.4:SELL->BUY", "LOGGED_ON nextIn=12 nextOut=7 missing=0");
        SequencedMap<String, HostSection> sections = new LinkedHashMap<>();
        sections.put("clients", new HostSection("RUNNING", new LinkedHashMap<>(Map.of("clients", "7"))));
        sections.put("fix", new HostSection("RUNNING", fix));
        HostDetails ofA = new HostDetails(
                new LinkedHashMap<>(), sections, new LinkedHashMap<>(Map.of("trades", "1.0")), new LinkedHashMap<>());
        HostStatus a = host(
                        "a",
                        "a",
                        "RUNNING",
                        41_226,
                        link("b", "missing", OptionalLong.of(28), OptionalLong.of(1_460)),
                        link("s", "connected", OptionalLong.of(0), OptionalLong.of(-20)))
                .with(ofA);
        HostStatus s = host(
                        "a",
                        "s",
                        HostStatus.SPARE,
                        41_226,
                        link("s", "connected", OptionalLong.empty(), OptionalLong.empty()))
                .with(new HostDetails(
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(Map.of("trades", "1.0")),
                        new LinkedHashMap<>(Map.of("trades", "0:4096"))));
        Instant now = Instant.parse("2026-03-02T08:00:42Z");
        Instant then = Instant.parse("2026-03-02T08:00:00Z");
        List<HostSighting> hosts = List.of(
                new HostSighting("a", Optional.empty(), "x", Optional.of(a), Optional.of(now), ""),
                new HostSighting("b", Optional.empty(), "x", Optional.of(a), Optional.of(then), "it is gone"),
                new HostSighting("s", Optional.of("a"), "x", Optional.of(s), Optional.of(now), ""));
        assertEquals("""
                host     state    channel  messages  read by  link         lacks    clock  epoch  cut
                a        RUNNING  trades     41,226  b        missing    unknown           1.0
                a        RUNNING  trades             s        connected        0  -0.0 ms  1.0
                b        unknown
                s for a  SPARE    trades     41,226           connected        0  -0.0 ms  1.0    0:4096
                host b is silent, and nothing is known of it: last answer 2026-03-02T08:00:00Z, 42 s ago; it is gone
                host a serves clients: RUNNING clients=7
                host a serves fix: RUNNING connections=1
                host a fix session FIX.4.4:SELL->BUY: LOGGED_ON nextIn=12 nextOut=7 missing=0
                """, String.join("\n", StatusCommand.watched(hosts, now)) + "\n");
    }

    @Test
    void theOptionsOfAWatchAreChecked() throws IOException {
        Path file = directory.resolve("away.yaml");
        Files.writeString(file, """
                name: away
                hosts: {a: {address: "127.0.0.1:1"}}
                channels: {ticks: {kind: journal}}
                components: {feed: {class: x.Feed, writes: ticks, host: a}}
                """);
        assertEquals(
                2, CommandCall.run("status", "--rounds", "2", file.toString()).code());
        assertEquals(
                2,
                CommandCall.run("status", "--watch", "--every", "0", file.toString())
                        .code());
        Ended none = CommandCall.run("status", "--host", "b", file.toString());
        assertEquals(2, none.code());
        assertTrue(none.err().contains("no such host host=b hosts=[a]"), none.err());
    }

    /** On a machine only its own key is there. */
    @Test
    void overTlsTheStatusIsAskedByAHostWhoseKeyCanBeRead() throws IOException {
        Path file = directory.resolve("away.yaml");
        Files.writeString(file, """
                name: away
                hosts:
                  a: {address: "127.0.0.1:1", certificate: a.crt, key: a.key, trust: all.pem}
                  b: {address: "127.0.0.1:2", certificate: b.crt, key: b.key, trust: all.pem}
                channels: {ticks: {kind: journal}, sums: {kind: journal}}
                components:
                  feed: {class: x.Feed, writes: ticks, host: a}
                  sum: {class: x.Sum, reads: [ticks], writes: sums, host: b}
                """);
        Ended none = CommandCall.run("status", file.toString());
        assertEquals(2, none.code());
        assertTrue(none.err().contains("the key of none can be read here"), none.err());
        assertTrue(none.err().contains("keys=[" + directory.resolve("a.key")), none.err());
        Files.writeString(directory.resolve("b.key"), "key");
        Topology topology = Topology.load(file);
        assertEquals(Optional.of("b"), StatusCommand.asker(topology.hosts(), List.of("a", "b")));
        assertEquals(1, CommandCall.run("status", file.toString()).code());
        assertEquals(
                2, CommandCall.run("status", "--host", "a", file.toString()).code());
    }
}
