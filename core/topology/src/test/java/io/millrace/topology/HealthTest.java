package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.EpochClock;
import io.millrace.fixtures.Await;
import io.millrace.journal.Durability;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayUnavailableException;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a topology says about itself while it runs, and what its one error handler is told. */
class HealthTest {

    @TempDir
    Path data;

    private final List<String> told = new CopyOnWriteArrayList<>();

    /** Sends 0 to 9 and then nothing, without an end. */
    public static final class Endless implements ExternalSource {

        private final Numbers out;
        private long next;

        /** Takes the output. */
        public Endless(Numbers out) {
            this.out = out;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == 10) {
                return Progress.IDLE;
            }
            context.index(next);
            out.number(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** A gateway whose other side is away unless it is told otherwise, and that counts. */
    public static final class Away implements Gateway, Numbers {

        static final AtomicReference<CountDownLatch> BACK = new AtomicReference<>(new CountDownLatch(1));

        private final Sums out;

        /** Takes the output. */
        public Away(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {
            if (BACK.get().getCount() > 0) {
                throw new GatewayUnavailableException("nobody is there");
            }
        }

        @Override
        public void number(long value) {
            out.sum("answer", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private RunningTopology open(Class<?> reader, ErrorPolicy policy) {
        return open(reader, policy, EpochClock.system());
    }

    private RunningTopology open(Class<?> reader, ErrorPolicy policy, EpochClock clock) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("health")
                .channel("numbers", small.withDurability(Durability.SYNCED))
                .channel("sums", small)
                .component("counter", ComponentSpec.of(Endless.class).writes("numbers"))
                .component(
                        "reader",
                        ComponentSpec.of(reader).reads("numbers").writes("sums").onError(policy))
                .build();
        return TopologyRunner.open(
                topology,
                RunOptions.in(data)
                        .withClock(clock)
                        .withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin)));
    }

    private static boolean hasTakenAll(TopologyHealth health, HealthState state) {
        return health.components().get("reader").inputs() == 10 && health.state() == state;
    }

    private static TopologyHealth await(String what, RunningTopology running, Predicate<TopologyHealth> wanted) {
        AtomicReference<TopologyHealth> health = new AtomicReference<>();
        Await.until(
                what,
                () -> {
                    health.set(running.health());
                    return wanted.test(health.get());
                },
                () -> "health=" + health);
        return health.get();
    }

    @Test
    void aTopologyStartsRunsAndIsStopped() throws InterruptedException {
        Instant before = Instant.now();
        RunningTopology running = open(SkipsTest.Mended.class, ErrorPolicy.STOP);
        try (running) {
            assertEquals(HealthState.STARTING, running.health().state());
            running.start();
            TopologyHealth health = await(
                    "all is taken and read",
                    running,
                    each -> hasTakenAll(each, HealthState.RUNNING)
                            && each.components().get("reader").unread().equals(OptionalLong.of(0)));
            assertEquals("health", health.topology());
            ComponentHealth reader = health.components().get("reader");
            assertEquals(ComponentState.LIVE, reader.state());
            assertTrue(!reader.lastInput().orElseThrow().isBefore(before), reader::toString);
            assertEquals(
                    OptionalLong.empty(), health.components().get("counter").unread());
            assertEquals(Optional.empty(), health.failure());
            running.stop();
            running.await();
            assertEquals(HealthState.STOPPED, running.health().state());
        }
        assertEquals(HealthState.STOPPED, running.health().state());
        assertEquals(
                OptionalLong.empty(),
                running.health().components().get("reader").unread());
        assertEquals(List.of(), told);
    }

    /** Sends numbers, and could send sums. */
    public static final class Numbering implements ExternalSource {

        private final Endless numbers;

        /** Takes the outputs. */
        public Numbering(Numbers numbers, Sums sums) {
            this.numbers = new Endless(numbers);
        }

        @Override
        public void open(long resumeAfter) {
            numbers.open(resumeAfter);
        }

        @Override
        public Progress poll(SourceContext context) {
            return numbers.poll(context);
        }

        @Override
        public void close() {}
    }

    @Test
    void callsThatAComponentPassesOverAreNotUnread() throws InterruptedException {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("passing")
                .channel("numbers", small)
                .channel("sums", small)
                .component("counter", ComponentSpec.of(Numbering.class).writes("numbers"))
                .component(
                        "reader",
                        ComponentSpec.of(SkipsTest.PassOn.class)
                                .reads("numbers")
                                .writes("sums"))
                .build();
        try (RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data))) {
            running.start();
            TopologyHealth health = await(
                    "the counter has taken all, and nothing is unread",
                    running,
                    each -> each.components().get("counter").inputs() == 10
                            && each.components().get("reader").unread().equals(OptionalLong.of(0)));
            assertEquals(0, health.components().get("reader").inputs());
        }
    }

    @Test
    void recordedErrorsDegradeIt() throws InterruptedException {
        long nowNs = EpochClock.system().nowNs(); // all within a second
        try (RunningTopology running = open(SkipsTest.Refuser.class, ErrorPolicy.RECORD, () -> nowNs)) {
            running.start();
            TopologyHealth health = await(
                    "all is taken and the run is degraded", running, each -> hasTakenAll(each, HealthState.DEGRADED));
            ComponentHealth reader = health.components().get("reader");
            assertEquals(2, reader.recordedErrors());
            assertEquals(Optional.of("java.lang.IllegalStateException: refused 7"), reader.lastError());
            assertTrue(health.state().isReady() && health.state().isLive());
        }
        assertEquals(List.of("WARNING component=reader"), told, "many in a row are told once a second");
    }

    @Test
    void aComponentThatThrowsIsToldAtOnceAndTheTopologyHasFailed() throws InterruptedException {
        try (RunningTopology running = open(SkipsTest.Refuser.class, ErrorPolicy.STOP)) {
            running.start();
            TopologyHealth health = await("the run has failed", running, each -> each.state() == HealthState.FAILED);
            assertTrue(health.failure().orElseThrow().contains("refused 3"), health::toString);
            assertTrue(!health.state().isReady() && !health.state().isLive());
            running.await();
            assertEquals(List.of("FATAL component=reader"), told);
        }
    }

    /** A source that waits where it is opened, and where it is polled, until it may continue. */
    public static final class Slow implements ExternalSource {

        static final AtomicReference<CountDownLatch> OPENING = new AtomicReference<>();
        static final AtomicReference<CountDownLatch> MAY_OPEN = new AtomicReference<>();
        static final AtomicReference<CountDownLatch> SENDING = new AtomicReference<>();
        static final AtomicReference<CountDownLatch> MAY_SEND = new AtomicReference<>();

        private final Endless numbers;

        /** Takes the output. */
        public Slow(Numbers out) {
            this.numbers = new Endless(out);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void open(long resumeAfter) {
            OPENING.get().countDown();
            await(MAY_OPEN.get());
            numbers.open(resumeAfter);
        }

        @Override
        public Progress poll(SourceContext context) {
            SENDING.get().countDown();
            await(MAY_SEND.get());
            return numbers.poll(context);
        }

        @Override
        public void close() {}
    }

    /** Refuses the first number, once the slow source is in a call that sends. */
    public static final class RefuserBesideSlow implements Numbers {

        /** Takes the output. */
        public RefuserBesideSlow(Sums out) {}

        @Override
        public void number(long value) {
            Slow.await(Slow.SENDING.get());
            throw new IllegalStateException("refused " + value);
        }
    }

    private RunningTopology withSlowSource(Class<?> reader) {
        Slow.OPENING.set(new CountDownLatch(1));
        Slow.MAY_OPEN.set(new CountDownLatch(1));
        Slow.SENDING.set(new CountDownLatch(1));
        Slow.MAY_SEND.set(new CountDownLatch(1));
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("slow")
                .channel("numbers", small)
                .channel("sums", small)
                .channel("more", small)
                .component("counter", ComponentSpec.of(Endless.class).writes("numbers"))
                .component("reader", ComponentSpec.of(reader).reads("numbers").writes("sums"))
                .component("slow", ComponentSpec.of(Slow.class).writes("more"))
                .thread("first", ThreadSpec.running("counter", "reader"))
                .thread("second", ThreadSpec.running("slow"))
                .build();
        return TopologyRunner.open(
                topology,
                RunOptions.in(data).withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin)));
    }

    @Test
    void aTopologyIsStartingUntilEverySourceIsOpen() throws InterruptedException {
        try (RunningTopology running = withSlowSource(SkipsTest.Mended.class)) {
            running.start();
            Slow.OPENING.get().await();
            HealthState state = running.health().state();
            Slow.MAY_OPEN.get().countDown();
            Slow.MAY_SEND.get().countDown();
            assertEquals(HealthState.STARTING, state);
            await("the run is running", running, each -> each.state() == HealthState.RUNNING);
        }
    }

    @Test
    void aTopologyHasFailedAlsoWhileAnotherThreadStillWorks() throws InterruptedException {
        try (RunningTopology running = withSlowSource(RefuserBesideSlow.class)) {
            running.start();
            Slow.MAY_OPEN.get().countDown();
            HealthState state = await(
                            "the run has a failure",
                            running,
                            each -> each.failure().isPresent())
                    .state();
            RunEnd end = running.end();
            Slow.MAY_SEND.get().countDown();
            assertEquals(HealthState.FAILED, state);
            assertEquals(RunEnd.RUNNING, end, "the other thread has not ended");
            running.await();
        }
    }

    @Test
    void aGatewayThatIsAwayDegradesItUntilItIsBack() throws InterruptedException {
        Away.BACK.set(new CountDownLatch(1));
        try (RunningTopology running = open(Away.class, ErrorPolicy.STOP)) {
            running.start();
            TopologyHealth away = await(
                    "the component is away",
                    running,
                    each -> each.components().get("reader").state() == ComponentState.AWAY
                            && each.components().get("reader").lastError().isPresent()
                            && each.components().get("reader").unread().equals(OptionalLong.of(10))
                            && each.state() == HealthState.DEGRADED);
            assertTrue(
                    away.components().get("reader").lastError().orElseThrow().contains("nobody is there"),
                    away::toString);
            Away.BACK.get().countDown();
            TopologyHealth back = await(
                    "all is taken and the run is running", running, each -> hasTakenAll(each, HealthState.RUNNING));
            assertEquals(ComponentState.LIVE, back.components().get("reader").state());
        }
        assertEquals("WARNING component=reader", told.getFirst());
        assertEquals("NOTE component=reader", told.getLast());
    }
}
