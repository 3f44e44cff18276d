package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.RollPeriod;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.ErrorPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operator may change between two runs: the table in {@code docs/topology.md}. */
class ChangedTopologyTest {

    @TempDir
    Path root;

    /** As {@link RenamedTopology.Keeper} in a class of another name; refuses one value, if it is told to. */
    public static final class Picky implements Numbers {
        private final RenamedTopology.Keeper keeper;
        private final long refused;

        public Picky(Numbers out, long refused) {
            this.keeper = new RenamedTopology.Keeper(out);
            this.refused = refused;
        }

        @Override
        public void number(long value) {
            if (value == refused) {
                throw new IllegalArgumentException("refused value=" + value);
            }
            keeper.number(value);
        }
    }

    /** What is changed and leaves the result as it is. */
    enum Harmless {
        SEGMENT_SIZE,
        ROLL,
        DURABILITY,
        OWNERSHIP,
        RETENTION,
        THREADS,
        ORDER_OF_INPUTS,
        SNAPSHOTS,
        CLASS_THAT_ANSWERS_ALIKE,
        ON_ERROR
    }

    private static TopologyBuilder topology(long limit, ChannelSpec channels, ComponentSpec keeper) {
        return Topology.builder("changed")
                .channel("numbers", channels)
                .channel("more", channels)
                .channel("kept", channels)
                .component(
                        "counter",
                        ComponentSpec.of(QueueTopologyTest.Counter.class)
                                .writes("numbers")
                                .argument("limit", limit))
                .component(
                        "other",
                        ComponentSpec.of(QueueTopologyTest.Counter.class)
                                .writes("more")
                                .argument("limit", 10))
                .component("keeper", keeper.writes("kept"));
    }

    private static ComponentSpec keeper() {
        return ComponentSpec.of(RenamedTopology.Keeper.class).reads("numbers", "more");
    }

    private static TopologyBuilder changed(Harmless change, long limit) {
        ChannelSpec journal = ChannelSpec.journal();
        TopologyBuilder same = topology(limit, journal, keeper());
        return switch (change) {
            case SEGMENT_SIZE ->
                topology(limit, journal.withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES), keeper());
            case ROLL ->
                topology(limit, journal.withRollEvery(new RollPeriod(Duration.ofMinutes(1), ZoneOffset.UTC)), keeper());
            case DURABILITY -> topology(limit, journal.withDurability(Durability.SYNCED), keeper());
            case OWNERSHIP -> topology(limit, journal.withOwnership(Ownership.SHARED), keeper());
            case RETENTION ->
                topology(
                        limit,
                        journal.withRetention(RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ)),
                        keeper());
            case THREADS ->
                same.thread("a", ThreadSpec.running("keeper"))
                        .thread("b", ThreadSpec.running("counter", "other").withIdle("yielding"));
            case ORDER_OF_INPUTS -> topology(limit, journal, keeper().reads("more", "numbers"));
            case SNAPSHOTS ->
                topology(limit, journal, keeper().snapshots("states", 50)).channel("states", journal);
            case CLASS_THAT_ANSWERS_ALIKE -> topology(limit, journal, picky(-1));
            case ON_ERROR -> topology(limit, journal, keeper().onError(ErrorPolicy.RECORD));
        };
    }

    private static ComponentSpec picky(long refused) {
        return ComponentSpec.of(Picky.class).reads("numbers", "more").argument("refused", refused);
    }

    private void run(TopologyBuilder topology) throws InterruptedException {
        RunOptions options =
                RunOptions.in(root.resolve("data")).withClassLoader(ChangedTopologyTest.class.getClassLoader());
        try (RunningTopology running = TopologyRunner.open(topology.build(), options)) {
            running.start();
            RunEnd end = running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            assertEquals(RunEnd.ENDED, end);
        }
    }

    private List<String> kept() {
        return calls("kept");
    }

    private List<String> calls(String name) {
        try (Channel channel = Channel.readOnly(root.resolve("data").resolve(name))) {
            return Flow.calls(channel).stream()
                    .map(call -> call.replaceAll("(numbers|more|kept)@\\d+", "$1"))
                    .toList();
        }
    }

    private String refusal(TopologyBuilder topology) {
        List<String> before = kept();
        String message =
                assertThrows(RuntimeException.class, () -> run(topology)).getMessage();
        assertEquals(before, kept());
        return message;
    }

    @ParameterizedTest
    @EnumSource
    void aChangeThatIsAllowedContinuesAndSoDoesItsReversal(Harmless change) throws InterruptedException {
        run(topology(300, ChannelSpec.journal(), keeper()));
        List<String> first = kept();
        run(changed(change, 600));
        assertEquals(first, kept().subList(0, first.size()));
        run(topology(900, ChannelSpec.journal(), keeper()));
        List<String> changed = kept();
        Flow.delete(root.resolve("data"));
        run(topology(300, ChannelSpec.journal(), keeper()));
        run(topology(600, ChannelSpec.journal(), keeper()));
        run(topology(900, ChannelSpec.journal(), keeper()));
        assertEquals(kept(), changed);
    }

    @Test
    void encryptionIsFromTheFirstMessageOnOrNever() throws InterruptedException {
        ChannelSpec encrypted = ChannelSpec.journal().withEncryption(EncryptionSpec.of("${data}/../keys"));
        run(topology(300, ChannelSpec.journal(), keeper()));
        String error = refusal(topology(600, encrypted, keeper()));
        assertTrue(error.contains("keys were given, but the channel is not encrypted"), error);
        Flow.delete(root.resolve("data"));
        run(topology(300, encrypted, keeper()));
        error = assertThrows(RuntimeException.class, () -> run(topology(600, ChannelSpec.journal(), keeper())))
                .getMessage();
        assertTrue(error.contains("channel is encrypted, but no keys were given"), error);
    }

    @Test
    @ExpectedLog("failed component=")
    void anOutputThatIsDeletedIsMadeAnewAndWhatWasMadeFromItIsRefused() throws InterruptedException {
        TopologyBuilder whole = twice();
        run(whole);
        List<String> first = kept();
        Flow.delete(root.resolve("data/kept"));
        List<String> second = calls("second");
        String error = assertThrows(RuntimeException.class, () -> run(twice())).getMessage();
        assertTrue(error.contains("the channel of that name is another journal"), error);
        assertEquals(List.of(), kept());
        assertEquals(second, calls("second"));
        Flow.delete(root.resolve("data/second"));
        run(twice());
        assertEquals(first, kept());
        Flow.delete(root.resolve("data/states"));
        run(twice());
        assertEquals(first, kept());
    }

    private static TopologyBuilder twice() {
        return topology(300, ChannelSpec.journal(), keeper().reads("numbers").snapshots("states", 50))
                .channel("states", ChannelSpec.journal())
                .channel("second", ChannelSpec.journal())
                .component(
                        "second",
                        ComponentSpec.of(RenamedTopology.Keeper.class)
                                .reads("kept", "more")
                                .writes("second"));
    }

    @Test
    @ExpectedLog(value = "failed component=", occurs = Occurrence.PERHAPS) // it is stopped at once
    void aCountSaysHowManyMessagesItLacks() throws InterruptedException {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
        TopologyBuilder builder =
                topology(3_000, small, keeper()).summary("numbers", CountSpec.calls("numbers", "number"));
        run(builder);
        try (Channel numbers = Channel.journal("numbers", root.resolve("data/numbers"), Flow.small())) {
            Flow.trim(numbers, 1);
        }
        RunOptions options =
                RunOptions.in(root.resolve("data")).withClassLoader(ChangedTopologyTest.class.getClassLoader());
        try (RunningTopology running = TopologyRunner.open(builder.build(), options)) {
            Summary summary = stopped(running);
            long removed = summary.removed().get("numbers");
            assertTrue(removed > 0, summary.toString());
            assertEquals(3_000 - removed, summary.counts().get("numbers"));
        }
    }

    private static Summary stopped(RunningTopology running) throws InterruptedException {
        running.stop();
        running.start();
        running.await();
        return running.summary();
    }

    @Test
    @ExpectedLog("failed component=")
    void anInputIsAddedAndNotTakenAway() throws InterruptedException {
        run(topology(300, ChannelSpec.journal(), keeper().reads("numbers")));
        run(topology(300, ChannelSpec.journal(), keeper()));
        String error = refusal(topology(600, ChannelSpec.journal(), keeper().reads("numbers")));
        assertTrue(error.contains("an input that is not read now"), error);
    }

    @Test
    @ExpectedLog("component=keeper")
    void aCallThatIsRefusedIsRecordedFromThenOnAndStaysRecorded() throws InterruptedException {
        run(topology(300, ChannelSpec.journal(), picky(400)));
        String error = refusalOfOne(topology(600, ChannelSpec.journal(), picky(400)));
        assertTrue(error.contains("refused value=400"), error);
        run(topology(600, ChannelSpec.journal(), picky(400).onError(ErrorPolicy.RECORD)));
        assertTrue(kept().stream().anyMatch(call -> call.startsWith("error:")));
        error = refusal(topology(900, ChannelSpec.journal(), picky(400)));
        assertTrue(error.contains("refused value=400"), error);
        run(topology(900, ChannelSpec.journal(), picky(400).onError(ErrorPolicy.RECORD)));
    }

    private String refusalOfOne(TopologyBuilder topology) {
        return assertThrows(RuntimeException.class, () -> run(topology)).getMessage();
    }

    @Test
    @ExpectedLog("failed component=")
    void anArgumentThatChangesAnswersIsFoundOut() throws InterruptedException {
        run(topology(300, ChannelSpec.journal(), picky(-1)));
        String error = refusal(topology(600, ChannelSpec.journal(), picky(200)));
        assertTrue(error.contains("refused value=200"), error);
    }
}
