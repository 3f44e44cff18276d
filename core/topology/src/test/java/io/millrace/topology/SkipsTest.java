package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.InputFailedException;
import io.millrace.service.Progress;
import io.millrace.service.ServiceException;
import io.millrace.service.Skip;
import io.millrace.service.SkipOrder;
import io.millrace.service.SkipState;
import io.millrace.service.Skips;
import io.millrace.service.SourceContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders to pass over inputs, given for a topology and carried out by its next start. */
class SkipsTest {

    @TempDir
    Path data;

    private final List<String> told = new ArrayList<>();

    /** Sends 0 to 9. */
    public static final class Counter implements ExternalSource {

        private final Numbers out;
        private long next;

        /** Takes the output. */
        public Counter(Numbers out) {
            this.out = out;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == 10) {
                return Progress.ENDED;
            }
            context.index(next);
            out.number(next++);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** Sums up; refuses 3 and 7. */
    public static final class Refuser implements Numbers {

        private final Sums out;
        private long total;

        /** Takes the output. */
        public Refuser(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            if (value == 3 || value == 7) {
                throw new IllegalStateException("refused " + value);
            }
            total += value;
            out.sum("total", total);
        }
    }

    /** A gateway that refuses the same. */
    public static final class RefusingGateway implements Gateway, Numbers {

        private final Sums out;

        /** Takes the output. */
        public RefusingGateway(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            if (value == 3 || value == 7) {
                throw new IllegalStateException("refused " + value);
            }
            out.sum("answer", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private static Topology topology(Class<?> refuser) {
        return Topology.builder("skipping")
                .channel("numbers", small().withDurability(Durability.SYNCED))
                .channel("sums", small())
                .component("counter", ComponentSpec.of(Counter.class).writes("numbers"))
                .component("refuser", ComponentSpec.of(refuser).reads("numbers").writes("sums"))
                .build();
    }

    private static ChannelSpec small() {
        return ChannelSpec.journal().withSegmentSize(1 << 16);
    }

    private Optional<ServiceException> run(Topology topology) throws InterruptedException {
        RunOptions options =
                RunOptions.in(data).withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin));
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            running.await();
            return running.failure();
        }
    }

    private InputFailedException failure(Topology topology) throws InterruptedException {
        ServiceException failure = run(topology).orElseThrow();
        InputFailedException failed = (InputFailedException) failure.getCause();
        assertTrue(
                failure.getMessage()
                        .endsWith(
                                "millrace skip " + data + " --component refuser " + failed.input() + " --reason TEXT"),
                failure.getMessage());
        return failed;
    }

    private List<String> sums() {
        try (Channel channel = Channel.readOnly(data.resolve("sums"))) {
            return Flow.calls(channel).stream()
                    .map(call -> call.replaceAll("(?s) (counter|numbers)@.*", ""))
                    .toList();
        }
    }

    @Test
    void twoInputsThatAComponentThrowsOnArePassedOverAndRecorded() throws InterruptedException {
        twoAre(topology(Refuser.class), "total", List.of(0, 1, 3, 7, 12, 18, 26, 35));
    }

    @Test
    void twoRequestsThatAGatewayThrowsOnArePassedOverAndRecorded() throws InterruptedException {
        twoAre(topology(RefusingGateway.class), "answer", List.of(0, 1, 2, 4, 5, 6, 8, 9));
    }

    private void twoAre(Topology topology, String name, List<Integer> values) throws InterruptedException {
        InputFailedException three = failure(topology);
        assertEquals(three.input(), failure(topology).input(), "each restart meets it again");
        SkipOrder order = Skips.in(data).order("refuser", three.input(), "alice", "row is broken");
        assertEquals("number", order.method());
        assertEquals(List.of(SkipState.PENDING), states());
        InputFailedException seven = failure(topology);
        assertEquals(List.of(SkipState.DONE), states());
        Skips.in(data).order("refuser", seven.input(), "bob", "this one too: \"quoted\"");
        assertEquals(Optional.empty(), run(topology));
        assertEquals(List.of(SkipState.DONE, SkipState.DONE), states());
        List<String> sums = sums();
        assertEquals(10, sums.size());
        String[] positions = {three.input(), seven.input()};
        int skipped = 0;
        for (int i = 0; i < 10; i++) {
            if (i == 3 || i == 7) {
                String record = sums.get(i);
                assertTrue(record.startsWith("skipped:\n  component: refuser\n  channel: numbers\n"), record);
                assertTrue(record.contains("position: \"" + positions[skipped].substring(8) + "\""), record);
                assertTrue(record.contains(skipped == 0 ? "by: alice" : "by: bob"), record);
                assertTrue(record.contains(skipped == 0 ? "reason: row is broken" : "this one too"), record);
                skipped++;
            } else {
                assertEquals("sum: [" + name + ", " + values.get(i - skipped) + "]", sums.get(i));
            }
        }
        assertEquals(Optional.empty(), run(topology), "a restart repeats the record");
        assertEquals(sums, sums());
        assertTrue(told.contains("FATAL component=refuser"), told::toString);
    }

    private List<SkipState> states() {
        return Skips.in(data).list().stream().map(Skip::state).toList();
    }

    @Test
    void aMarkThatIsMissingAfterAKillIsMadeByTheNextStart() throws InterruptedException, IOException {
        for (Class<?> type : List.of(Refuser.class, RefusingGateway.class)) {
            Topology topology = topology(type);
            InputFailedException three = failure(topology);
            Skips.in(data).order("refuser", three.input(), "alice", "broken");
            Path orders = data.resolve("millrace.skips");
            Path pending = data.resolve("pending-orders");
            Flow.copy(orders, pending);
            failure(topology);
            List<String> sums = sums();
            assertTrue(sums.get(3).startsWith("skipped:"), sums::toString);
            Flow.delete(orders);
            Files.move(pending, orders);
            assertEquals(List.of(SkipState.PENDING), states());
            failure(topology);
            assertEquals(List.of(SkipState.DONE), states(), "the output says that it was carried out");
            assertEquals(sums, sums());
            clear();
        }
    }

    private void clear() throws IOException {
        Flow.delete(data);
        Files.createDirectories(data);
    }

    @Test
    void aRecordInTheOutputCountsWhateverBecameOfItsOrder() throws InterruptedException {
        Topology topology = topology(Refuser.class);
        Skips.in(data);
        InputFailedException three = failure(topology);
        Skips.in(data).order("refuser", three.input(), "alice", "broken");
        String seven = failure(topology).input();
        Flow.delete(data.resolve("millrace.skips"));
        assertEquals(seven, failure(topology).input(), "the component is not called with what was passed over");
    }

    @Test
    void anOrderUnderAFormerNameIsCarriedOut() throws InterruptedException, IOException {
        for (Class<?> type : List.of(Refuser.class, RefusingGateway.class)) {
            InputFailedException three = failure(topology(type));
            Skips.in(data).order("refuser", three.input(), "alice", "broken");
            Topology renamed = Topology.builder("skipping")
                    .channel("numbers", small().withDurability(Durability.SYNCED))
                    .channel("sums", small())
                    .component("counter", ComponentSpec.of(Counter.class).writes("numbers"))
                    .component(
                            "renamed",
                            ComponentSpec.of(type)
                                    .reads("numbers")
                                    .writes("sums")
                                    .formerly("refuser"))
                    .build();
            ServiceException seven = run(renamed).orElseThrow();
            assertTrue(seven.getMessage().contains("refused 7"), seven.getMessage());
            assertEquals(List.of(SkipState.DONE), states());
            clear();
        }
    }

    @Test
    void anOrderThatIsWithdrawnIsNotCarriedOut() throws InterruptedException {
        Topology topology = topology(Refuser.class);
        String three = failure(topology).input();
        Skips skips = Skips.in(data);
        skips.order("refuser", three, "alice", "broken");
        assertThrows(ServiceException.class, () -> skips.order("refuser", three, "bob", "again"));
        skips.withdraw("refuser", three, "bob");
        assertThrows(ServiceException.class, () -> skips.withdraw("refuser", three, "bob"));
        assertEquals(three, failure(topology).input());
        skips.order("refuser", three, "carol", "broken after all");
        assertTrue(!three.equals(failure(topology).input()));
        assertEquals("carol", skips.list().getFirst().order().by());
    }

    @Test
    void whatCannotBePassedOverIsRefused() throws InterruptedException {
        Topology topology = topology(Refuser.class);
        ServiceException never =
                assertThrows(ServiceException.class, () -> Skips.in(data).order("refuser", "0:8", "a", "b"));
        assertTrue(never.getMessage().contains("no topology was run here"), never.getMessage());
        String three = failure(topology).input();
        Map<String, String[]> wrong = Map.of(
                "there is no such component", new String[] {"refuse", three},
                "an external source has no inputs", new String[] {"counter", "numbers@0:8"},
                "does not read this channel", new String[] {"refuser", "sums@0:4096"},
                "there is no such input", new String[] {"refuser", "numbers@0:60000"},
                "not the position of an input", new String[] {"refuser", "numbers@third"},
                "has taken this input already", new String[] {"refuser", "numbers@" + position(2)});
        wrong.forEach((message, arguments) -> {
            ServiceException error = assertThrows(
                    ServiceException.class, () -> Skips.in(data).order(arguments[0], arguments[1], "a", "b"), message);
            assertTrue(error.getMessage().contains(message), error.getMessage());
        });
        assertEquals(List.of(), Skips.in(data).list());
        assertEquals(
                three,
                Skips.in(data).order("refuser", three.substring(8), "a", "b").input());
    }

    /** The position of a call in the channel, from 0. */
    private String position(int number) {
        try (Channel channel = Channel.readOnly(data.resolve("numbers"));
                ChannelCursor cursor = channel.cursor()) {
            int left = number;
            Entry entry = cursor.next();
            while (entry != Entry.CALL || left-- > 0) {
                entry = cursor.next();
            }
            return Index.toText(cursor.index());
        }
    }

    /** The inputs that are refused are at the same two positions in both channels. */
    @Test
    void onlyTheInputOfTheChannelThatWasNamedIsPassedOver() throws InterruptedException {
        Topology topology = Topology.builder("twins")
                .channel("left", small())
                .channel("next", small())
                .channel("sums", small())
                .component("one", ComponentSpec.of(Counter.class).writes("left"))
                .component("two", ComponentSpec.of(Counter.class).writes("next"))
                .component(
                        "refuser",
                        ComponentSpec.of(Refuser.class).reads("left", "next").writes("sums"))
                .build();
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            refused.add(failure(topology).input());
            Skips.in(data).order("refuser", refused.getLast(), "alice", "broken");
        }
        assertEquals(Optional.empty(), run(topology));
        assertEquals(4, refused.stream().distinct().count(), refused::toString);
        assertEquals(
                2, refused.stream().map(input -> input.substring(5)).distinct().count(), refused::toString);
    }

    /** Sums up and refuses nothing. */
    public static final class Adder implements Numbers {

        private final Sums out;
        private long total;

        /** Takes the output. */
        public Adder(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total += value;
            out.sum("all", total);
        }
    }

    @Test
    void anotherComponentThatReadsTheSameChannelTakesTheInput() throws InterruptedException {
        Topology topology = Topology.builder("readers")
                .channel("numbers", small())
                .channel("sums", small())
                .channel("totals", small())
                .component("counter", ComponentSpec.of(Counter.class).writes("numbers"))
                .component(
                        "refuser",
                        ComponentSpec.of(Refuser.class).reads("numbers").writes("sums"))
                .component(
                        "adder", ComponentSpec.of(Adder.class).reads("numbers").writes("totals"))
                .build();
        for (int i = 0; i < 2; i++) {
            Skips.in(data).order("refuser", failure(topology).input(), "alice", "broken");
        }
        assertEquals(Optional.empty(), run(topology));
        try (Channel totals = Channel.readOnly(data.resolve("totals"))) {
            List<String> calls = Flow.calls(totals);
            assertEquals(10, calls.size());
            assertTrue(calls.getLast().startsWith("sum: [all, 45]"), calls::toString);
        }
    }

    @Test
    void anOrderForAnInputThatIsTakenMeanwhileSaysThatItCameTooLate() throws InterruptedException, IOException {
        Topology topology = topology(Refuser.class);
        String three = failure(topology).input();
        Skips.in(data).order("refuser", three, "alice", "broken");
        Path orders = data.resolve("millrace.skips");
        Path pending = data.resolve("pending-orders");
        Flow.copy(orders, pending);
        Flow.delete(orders);
        Topology mended = topology(Mended.class);
        assertEquals(Optional.empty(), run(mended));
        Files.move(pending, orders);
        told.clear();
        assertEquals(Optional.empty(), run(mended));
        assertEquals(List.of(SkipState.TOO_LATE), states());
        assertEquals(List.of("WARNING component=refuser"), told);
        assertEquals(10, sums().size());
    }

    /** The same without an objection. */
    public static final class Mended implements Numbers {

        private final Sums out;
        private long total;

        /** Takes the output. */
        public Mended(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total += value;
            out.sum("total", total);
        }
    }

    @Test
    void aComponentThatWritesAQueuePassesOverTheInputAtEachStart() throws InterruptedException {
        Topology topology = between(ChannelSpec.queue());
        Skips skips = Skips.in(data);
        skips.order("refuser", failure(topology).input(), "alice", "broken");
        skips.order("refuser", failure(topology).input(), "alice", "broken");
        assertEquals(Optional.empty(), run(topology));
        List<String> sums = sums();
        assertEquals(8, sums.size());
        for (ChannelSpec kind : List.of(ChannelSpec.queue(), small(), ChannelSpec.queue(), small())) {
            assertEquals(Optional.empty(), run(between(kind)));
            assertEquals(sums, sums());
        }
        assertEquals(List.of(SkipState.DONE, SkipState.DONE), states());
    }

    private static Topology between(ChannelSpec between) {
        return Topology.builder("queued")
                .channel("numbers", small())
                .channel("between", between)
                .channel("sums", small())
                .component("counter", ComponentSpec.of(Counter.class).writes("numbers"))
                .component(
                        "refuser",
                        ComponentSpec.of(Refuser.class).reads("numbers").writes("between"))
                .component(
                        "last", ComponentSpec.of(PassOn.class).reads("between").writes("sums"))
                .build();
    }

    /** Passes sums on, and knows nothing of records. */
    public static final class PassOn implements Sums {

        private final Sums out;

        /** Takes the output. */
        public PassOn(Sums out) {
            this.out = out;
        }

        @Override
        public void sum(String of, long total) {
            out.sum(of, total);
        }
    }
}
