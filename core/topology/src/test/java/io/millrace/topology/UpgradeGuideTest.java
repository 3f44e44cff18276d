package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.service.ReplayBuilder;
import io.millrace.service.ReplayDifference;
import io.millrace.service.ReplayPosition;
import io.millrace.service.ReplayReport;
import io.millrace.service.Service;
import io.millrace.service.ServiceException;
import io.millrace.service.Upgrades;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/upgrade.md}. */
class UpgradeGuideTest {

    @TempDir
    Path data;

    /** A fee of 1 % of each amount. */
    public static final class Fees implements Numbers {

        private final Sums out;
        private long fees;

        /** Takes the output. */
        public Fees(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long cents) {
            fees += cents / 100;
            out.sum("fees", fees);
        }
    }

    /** A fee of 1 %, and at least 5 cents. */
    public static final class MinimumFees implements Numbers {

        private final Sums out;
        private long fees;

        /** Takes the output. */
        public MinimumFees(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long cents) {
            fees += Math.max(5, cents / 100);
            out.sum("fees", fees);
        }
    }

    private static Topology topology(Class<?> fees) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("guide")
                .channel("amounts", small)
                .channel("fees", small)
                .component(
                        "counter",
                        ComponentSpec.of(KilledSkipping.Counter.class).writes("amounts"))
                .component("fees", ComponentSpec.of(fees).reads("amounts").writes("fees"))
                .build();
    }

    private Optional<ServiceException> run(Class<?> fees) throws InterruptedException {
        RunOptions options = RunOptions.in(data).withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(topology(fees), options)) {
            running.start();
            running.await();
            return running.failure();
        }
    }

    @Test
    void theChangedComponentIsReplayedAndGoesLive() throws InterruptedException {
        assertEquals(Optional.empty(), run(Fees.class));
        ReplayReport report;
        try (Channel amounts = Channel.readOnly(data.resolve("amounts"));
                Channel fees = Channel.readOnly(data.resolve("fees"))) {
            report = Service.replay("fees")
                    .reads(amounts)
                    .comparesWith(fees)
                    .limit(5)
                    .run(outputs -> new MinimumFees(outputs.as(Sums.class)));
        }
        ReplayDifference first = report.shown().getFirst();
        assertEquals("sum: [fees, 0]", first.recorded().strip());
        assertEquals("sum: [fees, 5]", first.replayed().strip());

        assertEquals(KilledSkipping.ITEMS, report.differences());
        assertTrue(run(MinimumFees.class).isPresent());
        Upgrades.in(data).order("fees", "alice", "a fee is at least 5 cents, ticket 4712");
        assertEquals(Optional.empty(), run(MinimumFees.class));
        assertEquals(List.of("alice"), marksBy());
    }

    @Test
    void whatAnEarlierVersionHasWrittenIsNotCompared() throws InterruptedException {
        assertEquals(Optional.empty(), run(Fees.class));
        Upgrades.in(data).order("fees", "alice", "a fee is at least 5 cents, ticket 4712");
        assertEquals(Optional.empty(), run(MinimumFees.class));
        try (Channel amounts = Channel.journal("amounts", data.resolve("amounts"), ChannelOptions.defaults());
                ChannelWriter writer = amounts.writer()) {
            for (int i = 0; i < 3; i++) {
                writer.as(Numbers.class).number(100);
            }
        }
        assertEquals(Optional.empty(), run(MinimumFees.class));
        ReplayReport live = replay(MinimumFees::new, Optional.empty());
        assertTrue(live.isEqual(), live.toString());
        assertEquals(3, live.compared());
        assertTrue(live.mark().orElseThrow().startsWith("fees@"), live.toString());
        assertEquals(3, replay(Fees::new, Optional.empty()).differences());
        ReplayReport whole = replay(MinimumFees::new, Optional.of(ReplayPosition.parse("amounts@0:0", "fees")));
        assertEquals(KilledSkipping.ITEMS, whole.differences());
        assertEquals(Optional.empty(), whole.mark());
    }

    private ReplayReport replay(Function<Sums, Numbers> version, Optional<ReplayPosition> from) {
        try (Channel amounts = Channel.readOnly(data.resolve("amounts"));
                Channel fees = Channel.readOnly(data.resolve("fees"))) {
            ReplayBuilder replay =
                    Service.replay("fees").reads(amounts).comparesWith(fees).limit(5);
            from.ifPresent(replay::from);
            return replay.run(outputs -> version.apply(outputs.as(Sums.class)));
        }
    }

    private List<String> marksBy() {
        return Upgrades.in(data).marks().values().stream()
                .map(mark -> mark.by())
                .toList();
    }
}
