package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.leaks.ExpectedLog;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.Severity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections of other modules that throw an {@code Error}, such as that of a class that is missing. */
class SectionErrorsTest {

    @TempDir
    private Path data;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();

    /** A gateway whose driver lacks a class, which shows when it commits. */
    public static final class Incomplete implements Gateway, Numbers {

        private final Sums out;

        /** Takes the output. */
        public Incomplete(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            out.sum("outcome", value);
        }

        @Override
        public void commit() {
            throw new NoClassDefFoundError("driver/Missing");
        }

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private TopologyBuilder base() {
        return Topology.builder("errors")
                .channel(
                        "numbers",
                        ChannelSpec.journal().withSegmentSize(1 << 16).withDurability(Durability.SYNCED))
                .component("counter", ComponentSpec.of(SkipsTest.Counter.class).writes("numbers"));
    }

    /** A lantern, which does not fail, and after it a beacon that throws an error at a step. */
    private TopologyBuilder withBeacon(String step) {
        return base().section(new LanternSpec(events))
                .section(new BeaconSpec(Optional.empty(), List.of(step, "errors"), events));
    }

    private RunningTopology open(TopologyBuilder topology) {
        RunOptions options =
                RunOptions.in(data).withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin));
        return TopologyRunner.open(topology.build(), options);
    }

    @Test
    void anErrorAtTheStartNamesTheSectionAndStopsWhatHasStarted() {
        try (RunningTopology running = open(withBeacon("start AFTER_SERVICES"))) {
            TopologyException error = assertThrows(TopologyException.class, running::start);
            assertEquals(
                    "cannot start section=beacon phase=AFTER_SERVICES: java.lang.NoClassDefFoundError: beacon does not"
                            + " start AFTER_SERVICES",
                    error.getMessage());
            assertTrue(events.contains("lantern stop AFTER_SERVICES"), events.toString());
        }
        assertEquals(List.of("FATAL topology=errors"), told);
    }

    @Test
    void anErrorAtTheStopNamesTheSectionAndKeepsNoOtherFromStopping() throws InterruptedException {
        RunningTopology running = open(withBeacon("stop AFTER_SERVICES"));
        running.start();
        running.await();
        TopologyException error = assertThrows(TopologyException.class, running::close);
        assertTrue(
                error.getMessage().startsWith("cannot stop section=beacon phase=AFTER_SERVICES: "), error.toString());
        assertInstanceOf(NoClassDefFoundError.class, error.getCause());
        assertTrue(events.contains("lantern stop BEFORE_CHANNELS"), events.toString());
    }

    @Test
    void anErrorOfASectionThatLearnsOfTheEndIsReportedAndTheOthersLearnOfIt() throws InterruptedException {
        try (RunningTopology running = open(withBeacon("stopping"))) {
            running.start();
            running.stop();
            running.await();
        }
        assertTrue(events.contains("lantern stopping"), events.toString());
        assertEquals(List.of("ERROR section=beacon"), told);
    }

    @Test
    void aSectionWhoseHealthIsAnErrorIsDegraded() {
        try (RunningTopology running = open(withBeacon("health"))) {
            SectionHealth health = running.health().sections().get("beacon");
            assertEquals(SectionState.DEGRADED, health.state());
            assertEquals(Optional.of("java.lang.NoClassDefFoundError: no health"), health.lastError());
        }
    }

    @Test
    @ExpectedLog("beacon does not hear of section=lantern")
    void anErrorOfASectionThatLearnsOfAnErrorKeepsItFromNoOther() throws InterruptedException {
        try (RunningTopology running = open(withBeacon("reported"))) {
            running.start();
            running.section(BeaconRun.class)
                    .orElseThrow()
                    .context
                    .report(Severity.WARNING, new IllegalStateException());
            running.stop();
            running.await();
        }
        assertEquals(List.of("WARNING section=lantern"), told);
    }

    @Test
    void aServiceThatFailedByAnErrorIsNotShownToSectionsAsOneThatWasStopped() throws InterruptedException {
        TopologyBuilder topology = withBeacon("none")
                .channel("sums", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component(
                        "incomplete",
                        ComponentSpec.of(Incomplete.class).reads("numbers").writes("sums"));
        try (RunningTopology running = open(topology)) {
            running.start();
            assertEquals(RunEnd.FAILED, running.await());
        }
        assertFalse(events.contains("beacon close incomplete"), events.toString());
        assertEquals(List.of("FATAL component=incomplete"), told);
    }
}
