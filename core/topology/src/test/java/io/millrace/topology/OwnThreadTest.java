package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayUnavailableException;
import io.millrace.service.Outputs;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that wait for another system, and parts whose interfaces are settings. */
class OwnThreadTest {

    @TempDir
    Path data;

    /** Sends some numbers, on an interface that it is told. */
    public static final class AnySource implements ExternalSource {

        private final Numbers out;
        private long next;

        /** Made by the topology. */
        public AnySource(Outputs outputs, Class<?> calls) {
            out = (Numbers) outputs.as(calls);
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == 5) {
                return Progress.ENDED;
            }
            context.index(next);
            out.number(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** Answers every call. */
    public static final class Waiting implements Gateway, CallHooks.UnknownCallHandler {

        private final Sums out;
        private long requests;

        /** Made by the topology. */
        public Waiting(Sums out) {
            this.out = out;
        }

        @Override
        public boolean needsOwnThread() {
            return true;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void unknown(CallSchema call, BinaryInput arguments) {
            out.sum(Thread.currentThread().getName(), ++requests);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    /** Has another side that never comes. */
    public static final class Away implements Gateway, CallHooks.UnknownCallHandler {

        /** Made by the topology. */
        public Away(Sums out) {
            assertNotNull(out);
        }

        @Override
        public void open(GatewayContext context) {
            throw new GatewayUnavailableException("nobody is there");
        }

        @Override
        public void unknown(CallSchema call, BinaryInput arguments) {
            throw new IllegalStateException("it was never opened");
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private TopologyBuilder topology(String name) {
        return Topology.builder(name)
                .channel("numbers", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .channel("answers", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(AnySource.class).writes("numbers").argument("calls", Numbers.class.getName()))
                .component(
                        "waiting",
                        ComponentSpec.of(Waiting.class).reads("numbers").writes("answers"))
                .summary("answers", CountSpec.calls("answers", "sum"));
    }

    private RunningTopology open(Topology topology) {
        return TopologyRunner.open(topology, RunOptions.in(data));
    }

    @Test
    void aGatewayThatWaitsHasAThreadOfItsOwn() throws InterruptedException {
        try (RunningTopology running = open(topology("plain").build())) {
            assertEquals(Set.of("plain", "waiting"), running.threads().keySet());
            running.start();
            running.await();
            assertTrue(running.failure().isEmpty(), () -> running.failure().toString());
            assertTrue(running.summary().toString().contains("5"), running.summary()::toString);
        }
    }

    @Test
    void theNameOfItsThreadIsThatOfNoOther() {
        try (RunningTopology running = open(topology("waiting").build())) {
            assertEquals(Set.of("waiting", "waiting-gateway"), running.threads().keySet());
        }
    }

    @Test
    void aThreadThatItWouldShareIsRefused() {
        Topology shared = topology("shared")
                .thread("all", ThreadSpec.running("source", "waiting"))
                .build();
        TopologyException error = assertThrows(TopologyException.class, () -> open(shared));
        assertTrue(error.getMessage().contains("thread=all runs component=waiting beside others"), error.getMessage());
        Topology alone =
                topology("alone").thread("mine", ThreadSpec.running("waiting")).build();
        try (RunningTopology running = open(alone)) {
            assertEquals(Set.of("mine", "alone"), running.threads().keySet());
        }
    }

    @Test
    @ExpectedLog("nobody is there")
    void aGatewayGivesUpAfterTheTimeOfItsTopology() throws InterruptedException {
        Topology given = Topology.builder("given")
                .channel("numbers", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .channel("answers", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(AnySource.class).writes("numbers").argument("calls", Numbers.class.getName()))
                .component(
                        "away",
                        ComponentSpec.of(Away.class)
                                .reads("numbers")
                                .writes("answers")
                                .giveUpAfter(Duration.ofMillis(150)))
                .build();
        try (RunningTopology running = open(given)) {
            running.start();
            running.await();
            String failure = running.failure().orElseThrow().toString();
            assertTrue(failure.contains("giveUpAfterNs=150000000"), failure);
        }
    }

    @Test
    void onlyAGatewayGivesUpAndAfterAPositiveTime() {
        ComponentSpec source =
                ComponentSpec.of(AnySource.class).writes("numbers").argument("calls", Numbers.class.getName());
        ComponentSpec gateway = ComponentSpec.of(Away.class).reads("numbers").writes("answers");
        assertRefused(
                source.giveUpAfter(Duration.ofMillis(1)),
                gateway,
                "component=source has giveUpAfter and is no gateway");
        assertRefused(source, gateway.giveUpAfter(Duration.ZERO), "not more than 0 giveUpAfter=PT0S");
    }

    private void assertRefused(ComponentSpec source, ComponentSpec gateway, String text) {
        Topology topology = Topology.builder("refused")
                .channel("numbers", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .channel("answers", ChannelSpec.journal())
                .component("source", source)
                .component("away", gateway)
                .build();
        TopologyException error = assertThrows(TopologyException.class, () -> open(topology));
        assertTrue(error.getMessage().contains(text), error::toString);
    }
}
