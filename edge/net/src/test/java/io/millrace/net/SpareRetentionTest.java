package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.Snapshotting;
import io.millrace.service.SourceContext;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A spare removes what retention has removed at its host, once it holds what made that needless. A known fault makes it
 * fail in some runs beside other tests: the spare then acknowledges no more, though it has received everything. Until
 * that is found it runs in the area kills of {@code .ci/long} alone, by {@code -Dmillrace.spares.retention=true}.
 */
@Tag("proof")
class SpareRetentionTest {

    private static final int FIRST_TICKS = 20_000;
    private static final int MORE_TICKS = 22_000;

    @TempDir
    private Path directory;

    private final int portOfHost = FreePorts.next();
    private final int portOfSpare = FreePorts.next();

    /** Ticks from 0 up to a limit, and then nothing, without an end. */
    public static final class Feed implements ExternalSource {

        private final Ticks out;
        private final long limit;
        private long next;

        public Feed(Ticks out, long limit) {
            this.out = out;
            this.limit = limit;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next >= limit) {
                return Progress.IDLE;
            }
            context.index(next);
            out.tick(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** The state of {@link Check}. */
    public interface State {
        /** Sets the next tick. */
        void next(long value);
    }

    /** Passes on ticks that follow each other without a gap. */
    public static final class Check implements Ticks, State, Snapshotting<State> {

        private final Ticks out;
        private long next;

        public Check(Ticks out) {
            this.out = out;
        }

        @Override
        public void tick(long value) {
            if (value != next++) {
                throw new IllegalStateException("a tick is missing value=" + value + " expected=" + (next - 1));
            }
            out.tick(value);
        }

        @Override
        public void next(long value) {
            next = value;
        }

        @Override
        public Class<State> snapshotType() {
            return State.class;
        }

        @Override
        public void snapshot(State to) {
            to.next(next);
        }
    }

    /** The host a removes ticks that were read; the spare is asked for snapshots at another port. */
    private Topology topology(int port) {
        ChannelSpec channel = TestHosts.channel();
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:" + port).withReplicas("s"))
                .host("s", HostSpec.at("127.0.0.1:" + portOfSpare))
                .channel(
                        "ticks", channel.withRetention(RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ)))
                .channel("checked", channel)
                .channel("states", channel)
                .component(
                        "feed",
                        ComponentSpec.of(Feed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "check",
                        ComponentSpec.of(Check.class)
                                .reads("ticks")
                                .writes("checked")
                                .snapshots("states", 1_000)
                                .onHost("a"))
                .build();
    }

    private RunOptions options(String host, String machine, int limit) {
        return RunOptions.in(directory.resolve(machine))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(limit)))
                .withNotices(_ -> {});
    }

    private long firstSegment(String machine) {
        Path journal = directory.resolve(machine).resolve("ticks");
        if (!Journal.exists(journal)) {
            return 0;
        }
        try (Journal opened = Journal.openReadOnly(journal)) {
            return Math.max(0, Index.segment(opened.firstIndex()));
        }
    }

    private long messages(String machine, String channel) {
        Path journal = directory.resolve(machine).resolve(channel);
        if (!Journal.exists(journal)) {
            return 0;
        }
        try (Journal opened = Journal.openReadOnly(journal)) {
            return opened.messages();
        }
    }

    @Test
    void aSpareRemovesWhatItsHostHasRemovedAndCanTakeOver() throws Exception {
        assumeTrue(Boolean.getBoolean("millrace.spares.retention"), "it fails at times by a known fault");
        Topology topology = topology(portOfHost);
        try (HoldingProxy proxy = new HoldingProxy(HostPort.parse("127.0.0.1:" + portOfHost), "states");
                SpareRun spare = SpareRun.open(topology(proxy.address().port()), options("s", "s", FIRST_TICKS));
                RunningTopology running = TopologyRunner.open(topology, options("a", "a", FIRST_TICKS))) {
            running.start();
            Await.until(
                    "the spare holds ticks of which the host has removed some",
                    () -> firstSegment("a") > 3 && messages("s", "checked") == FIRST_TICKS);
            assertEquals(0, firstSegment("s"), "without the snapshots the spare needs all ticks");
            proxy.release();
            Await.until(
                    "the spare removes them, too",
                    () -> firstSegment("s") == firstSegment("a"),
                    () -> "spare=" + firstSegment("s") + " host=" + firstSegment("a") + " snapshots="
                            + messages("s", "states") + " of " + messages("a", "states"));
            assertEquals(SpareRun.End.RUNNING, spare.await(Duration.ofMillis(1)));
        }
        long first = firstSegment("s");
        assertTrue(first > 3, () -> "first=" + first);
        new HostTakeover(topology, "a", directory.resolve("s"), _ -> {}, _ -> {})
                .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
        try (RunningTopology running = TopologyRunner.open(topology, options("a", "s", MORE_TICKS))) {
            running.start();
            Await.until(
                    "the promoted host continues",
                    () -> running.failure().isPresent() || messages("s", "checked") == MORE_TICKS);
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }
}
