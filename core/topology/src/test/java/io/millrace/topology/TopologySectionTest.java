package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ComponentKind;
import io.millrace.service.ServiceException;
import io.millrace.service.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections that modules add to topologies: read, checked, started and stopped. */
class TopologySectionTest {

    private static final String CORE = """
            channels:
              numbers: {}
            components:
              counter: {class: io.millrace.topology.SkipsTest$Counter, writes: numbers}
            """;

    @TempDir
    Path directory;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();

    private Topology load(String sections) throws IOException {
        Path file = directory.resolve("sections.yaml");
        Files.writeString(file, CORE + sections);
        return Topology.load(file);
    }

    private void refused(String sections, String expected) {
        String error =
                assertThrows(TopologyException.class, () -> load(sections)).getMessage();
        assertEquals(directory.resolve("sections.yaml") + expected, error);
    }

    private TopologyBuilder base() {
        return Topology.builder("sections")
                .channel("numbers", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component("counter", ComponentSpec.of(SkipsTest.Counter.class).writes("numbers"));
    }

    private BeaconSpec beacon(String... failing) {
        return new BeaconSpec(Optional.empty(), List.of(failing), events);
    }

    private RunningTopology open(Topology topology) {
        RunOptions options = RunOptions.in(directory.resolve("data"))
                .withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin));
        return TopologyRunner.open(topology, options);
    }

    @Test
    void aFileAndTheBuilderGiveEqualSections() throws IOException {
        Topology read = load("heartbeat: {file: beat, every: 2s}\n");
        Topology built =
                base().section(new HeartbeatSpec("beat", Duration.ofSeconds(2))).build();
        assertEquals(built.sections(), read.sections());
        assertEquals(Optional.of(new HeartbeatSpec("beat", Duration.ofSeconds(2))), read.section(HeartbeatSpec.class));
    }

    @Test
    void sectionsAreReadAsStrictlyAsTheKeysOfTheTopology() {
        refused("heartbeat: {fle: beat}\n", ":5:13: heartbeat has the unknown key=fle; did you mean file?");
        refused("heartbeat: {every: 5s}\n", ":5:12: heartbeat needs a value key=file");
        refused(
                "heartbeat: {file: beat, every: soon}\n",
                ":5:32: heartbeat every=soon is not a duration such as 250ms, 10s, 36h or 7d");
        refused("heartbeat: {file: beat, every: 0s}\n", ":5:32: heartbeat every=PT0S is no time");
        refused("heartbeat: [beat]\n", ":5:12: heartbeat needs a map");
        refused("heartbeat: {file: [a, b]}\n", ":5:19: heartbeat needs one value key=file");
        refused("beacon: {lamps: 11}\n", ":5:17: beacon lamps=11 is not between 1 and 10");
        refused("beacon: {lamps: many}\n", ":5:17: beacon lamps=many is not a whole number");
        refused(
                "beacon: {channel: nmbers}\n",
                ":5:19: the beacon shows channel=nmbers, which is not among the channels; did you mean numbers?");
    }

    @Test
    void anUnknownSectionNamesThoseThatArePresent() {
        refused("hartbeat: {}\n", ":5:1: the topology has the unknown key=hartbeat; did you mean heartbeat?");
        refused(
                "zzz: {}\n",
                ":5:1: the topology has the unknown key=zzz; there are name, description, classpath, parameters,"
                        + " channels, components, threads, hosts, and the sections beacon, heartbeat, lantern,"
                        + " summary");
    }

    @Test
    void aSectionOfAModuleThatIsMissingNamesTheModule() throws IOException {
        Path file = directory.resolve("sections.yaml");
        Files.writeString(file, "lighthouse: {}\n");
        YamlFields top = YamlFields.read(file, "topology", TopologyException::new);
        TopologySections sections =
                TopologySections.of(List.of(new BeaconSection()), Map.of("lighthouse", "millrace-lighthouse"));
        String error = assertThrows(TopologyException.class, () -> sections.read(top, text -> text))
                .getMessage();
        assertTrue(
                error.endsWith("unknown key=lighthouse; it is a section of millrace-lighthouse, which is not on the"
                        + " class path"),
                error);
    }

    @Test
    @SuppressWarnings("rawtypes") // ServiceLoader knows the raw type alone
    void twoSectionsOfOneKeyAreRefused() {
        List<TopologySection> twice = List.of(new BeaconSection(), new BeaconSection());
        String error = assertThrows(TopologyException.class, () -> TopologySections.of(twice, Map.of()))
                .getMessage();
        assertTrue(error.contains("section=beacon"), error);
    }

    @Test
    void theBuilderRefusesWhatNoModuleKnowsAndWhatIsThereTwice() {
        String unknown = assertThrows(TopologyException.class, () -> base().section("text"))
                .getMessage();
        assertEquals(
                "no section takes this value class=java.lang.String sections=[beacon, heartbeat, lantern, summary]",
                unknown);
        TopologyBuilder twice = base().section(beacon());
        assertThrows(TopologyException.class, () -> twice.section(beacon()));
        BeaconSpec wrong = new BeaconSpec(Optional.of("numbrs"), List.of(), events);
        String error = assertThrows(
                        TopologyException.class, () -> base().section(wrong).build())
                .getMessage();
        assertEquals(
                "topology=sections: the beacon shows channel=numbrs, which is not among the channels; did you mean"
                        + " numbers?",
                error);
    }

    @Test
    void aSectionIsCheckedAgainstTheClassesBeforeAChannelIsOpened() {
        Topology topology = base().section(beacon("link")).build();
        String error =
                assertThrows(TopologyException.class, () -> open(topology)).getMessage();
        assertTrue(error.contains("calls=[number]"), error);
        assertFalse(Files.exists(directory.resolve("data")));
    }

    @Test
    void sectionsStartInTheOrderOfTheTopologyAndStopInTheReverseOrder() throws InterruptedException {
        Topology topology =
                base().section(beacon()).section(new LanternSpec(events)).build();
        try (RunningTopology running = open(topology)) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await());
        }
        events.remove("beacon close counter"); // in the thread of the service, at any time after its last input
        events.remove("lantern close counter");
        assertEquals(
                List.of(
                        "beacon start BEFORE_CHANNELS",
                        "lantern start BEFORE_CHANNELS",
                        "beacon start BEFORE_SERVICES",
                        "lantern start BEFORE_SERVICES",
                        "beacon start AFTER_SERVICES",
                        "lantern start AFTER_SERVICES",
                        "lantern stopping",
                        "beacon stopping",
                        "lantern stop AFTER_SERVICES",
                        "beacon stop AFTER_SERVICES",
                        "lantern stop BEFORE_SERVICES",
                        "beacon stop BEFORE_SERVICES",
                        "lantern stop BEFORE_CHANNELS",
                        "beacon stop BEFORE_CHANNELS"),
                events);
    }

    private List<String> stepsOf(String failing) {
        Topology topology =
                base().section(new LanternSpec(events)).section(beacon(failing)).build();
        RuntimeException error = assertThrows(TopologyException.class, () -> {
            try (RunningTopology running = open(topology)) {
                running.start();
            }
        });
        assertTrue(error.getMessage().startsWith("cannot " + failing.split(" ", 2)[0] + " section=beacon phase="));
        assertEquals("beacon does not " + failing, error.getCause().getMessage());
        assertEquals(0, error.getSuppressed().length);
        return events;
    }

    @Test
    void aStartThatFailsBeforeTheChannelsStopsWhatWasStartedBefore() {
        assertEquals(
                List.of(
                        "lantern start BEFORE_CHANNELS",
                        "beacon start BEFORE_CHANNELS",
                        "lantern stop BEFORE_CHANNELS"),
                stepsOf("start BEFORE_CHANNELS"));
        assertFalse(Files.exists(directory.resolve("data")));
    }

    @Test
    void aStartThatFailsBeforeTheServicesStopsWhatWasStartedBefore() {
        List<String> steps = stepsOf("start BEFORE_SERVICES");
        assertEquals(
                List.of("beacon stopping", "lantern stopping", "lantern stop BEFORE_SERVICES"), steps.subList(4, 7));
        assertEquals(List.of("FATAL topology=sections"), told);
    }

    @Test
    void aStartThatFailsAfterTheServicesStopsThemToo() throws InterruptedException {
        Topology topology = base().section(new LanternSpec(events))
                .section(beacon("start AFTER_SERVICES"))
                .build();
        try (RunningTopology running = open(topology)) {
            TopologyException error = assertThrows(TopologyException.class, running::start);
            assertSame(error, running.failure().orElseThrow().getCause());
            assertEquals(RunEnd.FAILED, running.end());
            assertEquals(HealthState.FAILED, running.health().state());
            assertEquals(RunEnd.FAILED, running.await());
            assertTrue(events.containsAll(List.of("lantern stop AFTER_SERVICES", "lantern stop BEFORE_SERVICES")));
            assertEquals(
                    ThreadInfo.State.ENDED, running.view().threads().getFirst().state());
        }
        assertEquals(List.of("FATAL topology=sections"), told);
    }

    @Test
    void aStopThatFailsKeepsNoOtherFromStopping() {
        List<String> steps = stepsOf("stop AFTER_SERVICES");
        assertTrue(steps.containsAll(List.of(
                "lantern stop AFTER_SERVICES",
                "beacon stop BEFORE_SERVICES",
                "lantern stop BEFORE_SERVICES",
                "beacon stop BEFORE_CHANNELS",
                "lantern stop BEFORE_CHANNELS")));
    }

    @Test
    void whatASectionThrowsWhenItLearnsOfTheEndIsReported() throws InterruptedException {
        try (RunningTopology running = open(base().section(beacon("stopping")).build())) {
            running.start();
            running.stop();
            running.await();
        }
        assertEquals(List.of("ERROR section=beacon"), told);
    }

    @Test
    void aSectionCanEndTheRun() throws InterruptedException {
        try (RunningTopology running = open(base().section(beacon()).build())) {
            running.start();
            BeaconRun run = running.section(BeaconRun.class).orElseThrow();
            run.context.report(Severity.WARNING, new IllegalStateException("dim"));
            run.context.fail(new IllegalStateException("dark"));
            assertEquals(RunEnd.FAILED, running.await());
            assertEquals(
                    "section=beacon failed: java.lang.IllegalStateException: dark",
                    running.failure().orElseThrow().getMessage());
        }
        assertEquals(List.of("WARNING section=beacon", "FATAL section=beacon"), told);
    }

    @Test
    void aThreadPollsTheTasksOfSectionsAndClosesThem() throws InterruptedException {
        Topology topology = base().thread("counting", ThreadSpec.running("counter"))
                .section(beacon("thread counting"))
                .build();
        try (RunningTopology running = open(topology)) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await());
        }
        assertTrue(events.contains("beacon polled by millrace-counting"), events.toString());
        assertTrue(events.indexOf("beacon close counter") < events.indexOf("beacon task closed"), events.toString());
    }

    @Test
    void aTaskForAThreadThatIsMissingIsRefused() {
        Topology topology = base().thread("counting", ThreadSpec.running("counter"))
                .section(beacon("thread countin"))
                .build();
        try (RunningTopology running = open(topology)) {
            String error = assertThrows(TopologyException.class, running::start).getMessage();
            assertEquals("there is no such thread section=beacon thread=countin; did you mean counting?", error);
        }
        assertEquals(List.of("FATAL topology=sections"), told);
    }

    @Test
    void sectionsLearnOfErrorsBeforeTheHandlerAndAnnounceWhatHasStarted() throws InterruptedException {
        try (RunningTopology running = open(base().section(beacon()).build())) {
            running.start();
            assertEquals(List.of("beacon: lit"), running.announcements());
            BeaconRun run = running.section(BeaconRun.class).orElseThrow();
            run.context.report(Severity.WARNING, new IllegalStateException("dim"));
            run.context.fail(new IllegalStateException("dark"));
            running.await();
            assertEquals(
                    List.of(
                            "WARNING section=beacon dim",
                            "FATAL section=beacon section=beacon failed: java.lang.IllegalStateException: dark"),
                    run.reports);
        }
    }

    @Test
    @ExpectedLog("beacon does not hear of section=beacon")
    void aSectionThatThrowsWhenItLearnsOfAnErrorKeepsItFromNoOther() throws InterruptedException {
        try (RunningTopology running = open(base().section(beacon("reported")).build())) {
            running.start();
            running.section(BeaconRun.class)
                    .orElseThrow()
                    .context
                    .report(Severity.WARNING, new IllegalStateException("dim"));
            running.stop();
            running.await();
        }
        assertEquals(List.of("WARNING section=beacon"), told);
    }

    @Test
    void valuesOfSectionsHaveTheParametersOfTheRun() throws IOException {
        String text = """
                parameters:
                  shown: {type: string, default: numbers}
                  lamps: {type: int, default: "3"}
                  where: {type: string}
                beacon: {channel: "${shown}", lamps: "${lamps}", failing: ["${where}", "$${where}", "a ${data} b"]}
                """;
        Topology topology = load(text);
        assertEquals(
                Optional.of("numbers"),
                topology.section(BeaconSpec.class).orElseThrow().channel());
        Topology given = topology.withParameters(Map.of("where", "start", "lamps", "10"), directory);
        assertEquals(
                List.of("start", "$${where}", "a ${data} b"), // the rest is of the run
                given.section(BeaconSpec.class).orElseThrow().failing());
        RunOptions options = RunOptions.in(directory.resolve("data"));
        for (Map<String, String> wrong : List.of(
                Map.of("where", "x", "lamps", "11"), Map.of("where", "x", "shown", "others"), Map.of("lamps", "1"))) {
            assertThrows(TopologyException.class, () -> TopologyRunner.open(topology, options.withParameters(wrong)));
        }
        try (RunningTopology running =
                TopologyRunner.open(topology, options.withParameters(Map.of("where", "link no more")))) {
            assertEquals(
                    "link no more",
                    running.topology()
                            .section(BeaconSpec.class)
                            .orElseThrow()
                            .failing()
                            .getFirst());
        }
        Topology optional = given.withSectionOption("beacon", "numbers");
        assertEquals(optional, optional.withParameters(Map.of("where", "y"), directory), "an option stays");
        String late = assertThrows(
                        TopologyException.class,
                        () -> TopologyRunner.open(
                                load(text.replace("${shown}", "${show}")),
                                options.withParameters(Map.of("where", "x"))))
                .getMessage();
        assertTrue(late.contains("channel=${show}"), late);
    }

    @Test
    void anOptionOfTheCommandAddsASectionOrChangesTheOneOfTheFile() throws IOException {
        assertEquals("CHANNEL", Topology.sectionOptions().get("beacon").label());
        Topology added = load("").withSectionOption("beacon", "numbers");
        assertEquals(
                Optional.of("numbers"),
                added.section(BeaconSpec.class).orElseThrow().channel());
        Topology changed = load("beacon: {failing: [health]}\n").withSectionOption("beacon", "numbers");
        assertEquals(
                List.of("health"),
                changed.section(BeaconSpec.class).orElseThrow().failing());
        assertEquals(
                Optional.of("numbers"),
                changed.section(BeaconSpec.class).orElseThrow().channel());
        String wrong = assertThrows(TopologyException.class, () -> load("").withSectionOption("beacon", "nmbers"))
                .getMessage();
        assertTrue(wrong.contains("channel=nmbers, which is not among the channels"), wrong);
        assertThrows(TopologyException.class, () -> load("").withSectionOption("heartbeat", "1"));
        String none = assertThrows(TopologyException.class, () -> load("").withSectionOption("lamp", "1"))
                .getMessage();
        assertTrue(none.contains("there is no such section section=lamp"), none);
        refused("parameters: {beacon: {type: string}}\n", ":5:14: parameter=beacon is reserved for the run itself");
        refused("parameters: {console: {type: string}}\n", ":5:14: parameter=console is reserved for the run itself");
    }

    @Test
    void theHealthOfSectionsIsPartOfThatOfTheTopology() {
        try (RunningTopology running = open(base().section(beacon("health")).build())) {
            SectionHealth health = running.health().sections().get("beacon");
            assertEquals(SectionState.DEGRADED, health.state());
            assertEquals(Optional.of("java.lang.IllegalStateException: no health"), health.lastError());
        }
    }

    @Test
    void aSectionWithAServerFindsThePagesOfAll() {
        Topology topology =
                base().section(new LanternSpec(events)).section(beacon()).build();
        assertTrue(topology.servesPages());
        assertFalse(base().section(beacon()).build().servesPages());
        try (RunningTopology running = open(topology)) {
            SectionContext context = running.section(BeaconRun.class).orElseThrow().context;
            assertEquals(
                    List.of("/lantern lantern is lit", "/beacon beacon is lit"),
                    context.pages().stream()
                            .map(page -> page.path() + " " + page.text().get().orElseThrow())
                            .toList());
        }
        for (String path : List.of("lamp", "/", "/lamp/*", "/Lamp", "/lamp?x")) {
            assertEquals(
                    "path of a page of a section is not valid path=" + path,
                    assertThrows(TopologyException.class, () -> new SectionPage(path, "text/plain", Optional::empty))
                            .getMessage());
        }
    }

    @Test
    void aTopologyIsNotReadyWhileASectionStarts() throws InterruptedException {
        Topology topology = Topology.builder("sections")
                .channel("numbers", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component("counter", ComponentSpec.of(HealthTest.Endless.class).writes("numbers"))
                .section(beacon("slow"))
                .build();
        try (RunningTopology running = open(topology)) {
            running.start();
            Await.until(
                    "the counter has ten inputs",
                    () -> running.services().get("counter").inputs() >= 10);
            assertEquals(HealthState.STARTING, running.health().state());
        }
    }

    @Test
    void aSectionSeesNamesCountsAndPositions() throws InterruptedException {
        Topology topology = base().channel("copies", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component(
                        "copier",
                        ComponentSpec.of(StartGateTest.Adder.class)
                                .argument("add", 0)
                                .reads("numbers")
                                .writes("copies"))
                .thread("one", ThreadSpec.running("counter"))
                .section(beacon())
                .build();
        TopologyView view;
        try (RunningTopology running = open(topology)) {
            view = running.section(BeaconRun.class).orElseThrow().context.view();
            assertEquals(ThreadInfo.State.NEW, view.threads().getFirst().state());
            running.start();
            running.await();
            ChannelInfo numbers = view.channels().getFirst();
            assertEquals(OptionalLong.of(10), numbers.messages());
            ComponentInfo copier = view.components().getLast();
            assertEquals("copier", copier.name());
            assertEquals(ComponentKind.COMPONENT, copier.kind());
            assertEquals("sections", copier.thread());
            assertEquals(List.of("numbers"), List.copyOf(copier.positions().keySet()));
            assertTrue(copier.positions().get("numbers") > 0);
            assertTrue(numbers.lastIndex().getAsLong() > 0);
            assertEquals(
                    List.of("one", "sections"),
                    view.threads().stream().map(ThreadInfo::name).toList());
        }
        assertEquals(OptionalLong.empty(), view.channels().getFirst().lastIndex());
    }

    @Test
    void theHeartbeatOfTheGuideWritesTheState() throws IOException, InterruptedException {
        Topology topology = Topology.builder("guide")
                .channel("numbers", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component("counter", ComponentSpec.of(HealthTest.Endless.class).writes("numbers"))
                .section(new HeartbeatSpec("${data}/beat", Duration.ofMillis(1)))
                .build();
        Path beat = directory.resolve("data/beat");
        try (RunningTopology running = open(topology)) {
            running.start();
            List<String> seen = new ArrayList<>();
            Await.until(
                    "a heartbeat says that the run is running",
                    () -> {
                        if (Files.exists(beat)) {
                            seen.addAll(Files.readAllLines(beat));
                        }
                        return seen.contains("RUNNING");
                    },
                    () -> "seen=" + seen);
            assertEquals(
                    SectionState.RUNNING,
                    running.health().sections().get("heartbeat").state());
        }
    }

    @Test
    void aContextGivesChannelsPathsAndParameters() {
        try (RunningTopology running = open(base().section(beacon()).build())) {
            SectionContext context = running.section(BeaconRun.class).orElseThrow().context;
            assertEquals("numbers", context.channel("numbers").name());
            assertThrows(ServiceException.class, () -> context.channel("nothing"));
            assertEquals(directory.resolve("data"), context.path("${data}"));
            String error = assertThrows(TopologyException.class, () -> context.substitute("${dta}", "file"))
                    .getMessage();
            assertTrue(error.contains("beacon file refers to parameter=dta"), error);
        }
    }
}
