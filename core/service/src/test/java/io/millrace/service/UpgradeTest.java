package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.UpgradeMark;
import io.millrace.journal.Index;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another version of a component goes live in the middle of its output. */
@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class UpgradeTest {

    @TempDir
    Path root;

    @BeforeEach
    void describeTheRun() {
        SequencedMap<String, RunDescription.Part> parts = new LinkedHashMap<>();
        parts.put("summer", new RunDescription.Part(ComponentKind.COMPONENT, "", List.of("numbers"), "sums"));
        parts.put("queued", new RunDescription.Part(ComponentKind.COMPONENT, "", List.of("numbers"), "queue"));
        parts.put("called", new RunDescription.Part(ComponentKind.COMPONENT, "summer", List.of("direct"), "sums"));
        parts.put("gateway", new RunDescription.Part(ComponentKind.GATEWAY, "", List.of("numbers"), "answers"));
        new RunDescription("upgrading", List.of(), parts).write(root);
    }

    /** The sum of all, and in the second version how many there were; the state has both in each. */
    private static final class Versioned implements Numbers {

        private final Sums out;
        private final int version;
        private long total;
        private long count;

        private Versioned(Sums out, int version) {
            this.out = out;
            this.version = version;
        }

        @Override
        public void number(long value) {
            total += value;
            count++;
            if (version == 1) {
                out.sum("total", total);
            } else if (value % 2 == 0) {
                out.sum("total", total);
                out.sum("count", count);
            }
        }
    }

    private ServiceTask versioned(Channel input, Channel output, int version) {
        return Service.component("summer")
                .reads(input)
                .writes(output)
                .upgrades(Upgrades.in(root))
                .create(outputs -> new Versioned(outputs.as(Sums.class), version));
    }

    /** Takes what the input has, and ends as if it were killed or closed. */
    private void take(int version, long... more) {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            append(input, more);
            ServiceTask task = versioned(input, output, version);
            try {
                long inputs = input.journal().orElseThrow().messages();
                while (task.inputs() + task.reapplied() < inputs || task.state() != ServiceTask.State.LIVE) {
                    task.poll();
                }
            } finally {
                task.close();
            }
        }
    }

    private static void append(Channel input, long... values) {
        try (ChannelWriter writer = input.writer()) {
            Numbers numbers = writer.as(Numbers.class);
            for (long value : values) {
                numbers.number(value);
            }
        }
    }

    private List<String> sums() {
        try (Channel output = Channel.readOnly(root.resolve("sums"))) {
            return Flow.calls(output).stream()
                    .map(call -> call.substring(0, call.indexOf(']') + 1))
                    .toList();
        }
    }

    private List<UpgradeMark> marks() {
        return List.copyOf(Upgrades.in(root).marks().values());
    }

    private List<UpgradeState> states() {
        return Upgrades.in(root).list().stream().map(Upgrade::state).toList();
    }

    @Test
    void anotherVersionIsRefusedWithoutAnOrderAndDecidesFromTheMarkWithOne() {
        take(1, 1, 2, 3);
        assertThrows(DeterminismException.class, () -> take(2, 4));
        UpgradeOrder order = Upgrades.in(root).order("summer", "alice", "counts are needed");
        assertEquals(List.of(UpgradeState.PENDING), states());
        take(2, 5, 6);
        List<String> expected = List.of(
                "sum: [total, 1]",
                "sum: [total, 3]",
                "sum: [total, 6]",
                "sum: [total, 10]",
                "sum: [count, 4]",
                "sum: [total, 21]",
                "sum: [count, 6]");
        assertEquals(expected, sums(), "the state is that of all inputs");
        assertEquals(List.of(UpgradeState.DONE), states());
        UpgradeMark mark = marks().getFirst();
        assertEquals("summer", mark.component());
        assertEquals("alice", mark.by());
        assertEquals("counts are needed", mark.reason());
        assertEquals(order.at(), mark.orderedAt());
        assertEquals("topology=upgrading process=" + ProcessHandle.current().pid() + " state=inputs", mark.run());
        take(2, 7, 8);
        assertEquals(expected.size() + 2, sums().size(), "a restart repeats what is before the mark uncompared");
        assertEquals(1, marks().size());
        assertThrows(DeterminismException.class, () -> take(1, 9), "what is after the mark is compared");
    }

    @Test
    void theNewestOfSeveralMarksDecides() {
        take(1, 1, 2);
        Upgrades.in(root).order("summer", "alice", "one");
        take(2, 3, 4);
        Upgrades.in(root).order("summer", "bob", "back again");
        take(1, 5, 6);
        take(1, 7);
        assertEquals(
                List.of("one", "back again"),
                marks().stream().map(UpgradeMark::reason).toList());
        assertEquals("sum: [total, 28]", sums().getLast());
        assertThrows(DeterminismException.class, () -> take(2));
    }

    @Test
    void aMarkWhoseOrderIsStillPendingAfterAKillIsNotWrittenTwice() {
        take(1, 1, 2);
        Upgrades.in(root).order("summer", "alice", "one");
        Path orders = root.resolve("millrace.upgrades");
        Path pending = root.resolve("pending");
        Flow.copy(orders, pending);
        take(2, 3, 4);
        Flow.delete(orders);
        Flow.copy(pending, orders);
        assertEquals(List.of(UpgradeState.PENDING), states());
        take(2, 5, 6);
        assertEquals(List.of(UpgradeState.DONE), states());
        assertEquals(1, marks().size());
    }

    @Test
    void aDifferenceAfterTheMarkIsFoundAlsoWhereItsOrderIsStillPending() {
        take(1, 1, 2);
        Upgrades.in(root).order("summer", "alice", "one");
        Path orders = root.resolve("millrace.upgrades");
        Path pending = root.resolve("pending");
        Flow.copy(orders, pending);
        take(2, 3, 4);
        Flow.delete(orders);
        Flow.copy(pending, orders);
        assertThrows(DeterminismException.class, () -> take(1));
    }

    @Test
    void theMarkCountsWhateverBecameOfItsOrder() {
        take(1, 1, 2);
        Upgrades.in(root).order("summer", "alice", "one");
        take(2, 3, 4);
        Flow.delete(root.resolve("millrace.upgrades"));
        take(2, 5, 6);
        assertEquals("sum: [count, 6]", sums().getLast());
    }

    @Test
    void anOrderThatIsWithdrawnIsNotCarriedOut() {
        take(1, 1, 2);
        Upgrades upgrades = Upgrades.in(root);
        upgrades.order("summer", "alice", "one");
        ServiceException twice = assertThrows(ServiceException.class, () -> upgrades.order("summer", "bob", "two"));
        assertTrue(twice.getMessage().contains("was ordered before"), twice.getMessage());
        upgrades.withdraw("summer", "bob");
        ServiceException again = assertThrows(ServiceException.class, () -> upgrades.withdraw("summer", "bob"));
        assertTrue(again.getMessage().endsWith("component=summer lastOrder=WITHDRAWN"), again.getMessage());
        assertThrows(DeterminismException.class, () -> take(2));
        assertEquals(List.of(UpgradeState.WITHDRAWN), states());
        assertEquals(List.of(), marks());
    }

    @Test
    void whatCannotBeUpgradedIsRefusedWithTheReason() {
        take(1, 1);
        Upgrades upgrades = Upgrades.in(root);
        SequencedMap<String, String> wrong = new LinkedHashMap<>();
        wrong.put("sumer", "did you mean summer?");
        wrong.put("queued", "writes a queue writes its output again from the first input");
        wrong.put("called", "order the upgrade of its caller component=called caller=summer");
        wrong.put("gateway", "a gateway is never replayed");
        wrong.forEach((component, message) -> {
            ServiceException error =
                    assertThrows(ServiceException.class, () -> upgrades.order(component, "alice", "one"));
            assertTrue(error.getMessage().contains(message), error.getMessage());
        });
        ServiceException longText =
                assertThrows(ServiceException.class, () -> upgrades.order("summer", "alice", "x".repeat(5_000)));
        assertTrue(longText.getMessage().contains("field=reason length=5000"), longText.getMessage());
        ServiceException nothing = assertThrows(
                ServiceException.class, () -> Upgrades.in(root.resolve("none")).order("summer", "alice", "one"));
        assertTrue(nothing.getMessage().contains("no topology was run here"), nothing.getMessage());
        assertEquals(List.of(), upgrades.list());
    }

    @Test
    void aComponentWithSnapshotsContinuesFromTheSnapshotOfTheUpgrade() {
        LongStream values = LongStream.range(0, 95);
        keep(1, 30, values.toArray());
        Upgrades.in(root).order("summer", "alice", "one");
        keep(1000, 30, 95);
        long[] after = LongStream.range(96, 120).toArray();
        keep(1000, 30, after);
        List<String> calls;
        try (Channel output = Channel.readOnly(root.resolve("sums"))) {
            calls = Flow.calls(output);
        }
        assertTrue(calls.getLast().contains("number: " + (120L * 119 / 2 + 30L * 999)), calls::getLast);
        Flow.delete(root.resolve("states"));
        assertThrows(
                DeterminismException.class,
                () -> keep(1000, 30, 120),
                "without a snapshot the state is another one than that of the mark");
    }

    /** Adds up, each number so many times; the state is the sum. */
    private static final class Weighing implements Numbers, KeeperState, Snapshotting<KeeperState> {

        private final Numbers out;
        private final long more;
        private long total;

        private Weighing(Numbers out, long more) {
            this.out = out;
            this.more = more;
        }

        @Override
        public void number(long value) {
            total += value + more - 1;
            out.number(total);
        }

        @Override
        public void total(long newTotal) {
            total = newTotal;
        }

        @Override
        public Class<KeeperState> snapshotType() {
            return KeeperState.class;
        }

        @Override
        public void snapshot(KeeperState to) {
            to.total(total);
        }
    }

    private void keep(long more, long every, long... values) {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel states = Flow.channel(root, "states")) {
            append(input, values);
            ServiceTask task = Service.component("summer")
                    .reads(input)
                    .writes(output)
                    .snapshots(states, every)
                    .upgrades(Upgrades.in(root))
                    .create(outputs -> new Weighing(outputs.as(Numbers.class), more));
            try {
                long last = input.journal().orElseThrow().lastIndex();
                while (task.positions().get("numbers") < last || task.state() != ServiceTask.State.LIVE) {
                    task.poll();
                }
            } finally {
                task.close();
            }
        }
    }

    @Test
    void anOutputCutAtAnyFrameByALossOfPowerIsCompletedOrTheUpgradeWaits() {
        take(1, 1, 2, 3, 4);
        Upgrades.in(root).order("summer", "alice", "one");
        take(2, 5, 6, 7, 8);
        List<String> expected = sums();
        List<Long> frames;
        try (Channel output = Flow.channel(root, "sums")) {
            frames = Flow.frames(output.journal().orElseThrow());
        }
        Path whole = root.resolve("whole");
        Flow.copy(root.resolve("sums"), whole);
        List<Long> calls = new ArrayList<>();
        long mark = Index.NONE;
        try (Channel output = Channel.readOnly(whole);
                ChannelCursor cursor = output.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.UPGRADE) {
                    mark = cursor.index();
                } else {
                    calls.add(cursor.index());
                }
            }
        }
        for (long frame : frames) {
            if (frame <= mark) {
                continue; // the mark is synced before the order is done
            }
            Flow.delete(root.resolve("sums"));
            Flow.copy(whole, root.resolve("sums"));
            Flow.cutAt(root.resolve("sums"), frame);
            take(2);
            assertEquals(expected, sums(), "cut at " + Index.toText(frame));
        }
        assertTrue(calls.size() > 8, calls::toString);
    }

    @Test
    void aGroupThatWasCutIsCompletedByTheVersionThatBeganIt() {
        take(2, 1, 2, 3, 4);
        List<String> expected = sums();
        List<Long> frames;
        try (Channel output = Flow.channel(root, "sums")) {
            frames = Flow.frames(output.journal().orElseThrow());
        }
        Flow.cutAt(root.resolve("sums"), frames.getLast());
        Upgrades.in(root).order("summer", "alice", "one");
        ServiceException cut = assertThrows(ServiceException.class, () -> take(1));
        assertTrue(cut.getMessage().contains("has cut the newest group of the output"), cut.getMessage());
        assertEquals(List.of(UpgradeState.PENDING), states());
        take(2);
        assertEquals(expected, sums());
        assertEquals(List.of(UpgradeState.DONE), states());
    }
}
