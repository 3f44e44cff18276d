package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Components whose input is a log that is ordered elsewhere. */
class OrderedServiceTest {

    private static final String ANNA = ClientName.issue("anna", 1, new UUID(1, 1));
    private static final String BEN = ClientName.issue("ben", 1, new UUID(2, 2));
    private static final int POLLS = 100_000;

    @TempDir
    Path root;

    /** An entry; that of a client has a number of 0 or more. */
    private record Item(long position, long timeNs, String client, long number, long value) {
        static Item of(long position, long timeNs, long value) {
            return new Item(position, timeNs, null, -1, value);
        }
    }

    /** A log of which as much is visible as a test says. */
    private static final class Log implements OrderedSource {
        private final Numbers out;
        private final List<Item> items;
        private int visible;
        private int next;

        private Log(Numbers out, List<Item> items, int visible) {
            this.out = out;
            this.items = items;
            this.visible = visible;
        }

        @Override
        public void open(long resumeAfter) {
            while (next < items.size() && items.get(next).position() <= resumeAfter) {
                next++;
            }
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == items.size()) {
                return Progress.ENDED;
            }
            if (next >= visible) {
                return Progress.IDLE;
            }
            long previous = next == 0 ? -1 : items.get(next - 1).position();
            Item item = items.get(next++);
            boolean isNew = true;
            if (item.client() == null) {
                context.entry(previous, item.position(), item.timeNs());
            } else {
                isNew = context.entry(previous, item.position(), item.timeNs(), item.client(), item.number());
            }
            if (isNew) {
                out.number(item.value());
            }
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** The state of {@link Delayed}. */
    interface DelayedState {
        void restored(long newest, long dueNs);
    }

    /** Writes each number, and twice a number a while after it came; each is due 10 ns after an even number. */
    private static final class Delayed implements Numbers, Timed, Snapshotting<DelayedState>, DelayedState {
        private final Numbers out;
        private long newest;
        private long dueNs = NEVER;

        private Delayed(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            newest = value;
            if (value % 2 == 0) {
                dueNs = value * 10;
            }
            out.number(value);
        }

        @Override
        public long dueNs() {
            return dueNs;
        }

        @Override
        public void due() {
            dueNs = NEVER;
            out.number(1_000 + newest);
        }

        @Override
        public Class<DelayedState> snapshotType() {
            return DelayedState.class;
        }

        @Override
        public void snapshot(DelayedState state) {
            state.restored(newest, dueNs);
        }

        @Override
        public void restored(long restoredNewest, long restoredDueNs) {
            newest = restoredNewest;
            dueNs = restoredDueNs;
        }
    }

    private static Channel channel(Path directory, String name, OrderClock clock) {
        return Channel.journal(name, directory.resolve(name), Flow.small().withClock(clock));
    }

    /** Applies a log, of which this many entries at a time become visible. */
    private void apply(Path directory, List<Item> items, int pace, Consumer<ComponentBuilder> more) {
        OrderClock inClock = new OrderClock();
        OrderClock outClock = new OrderClock();
        try (Channel in = channel(directory, "in", inClock);
                Channel out = channel(directory, "out", outClock)) {
            Log[] log = new Log[1];
            ComponentBuilder builder =
                    Service.component("delayed").reads(in).writes(out).ordered(outClock);
            more.accept(builder);
            try (ServiceTask source = Service.source("log")
                            .writes(in)
                            .ordered(inClock)
                            .create(outputs -> {
                                log[0] = new Log(outputs.as(Numbers.class), items, pace);
                                return log[0];
                            });
                    ServiceTask task = builder.create(outputs -> new Delayed(outputs.as(Numbers.class)))) {
                for (int poll = 0; !source.done() || !task.done(); poll++) {
                    assertTrue(poll < POLLS, "the log does not end");
                    source.poll();
                    task.poll();
                    log[0].visible += pace;
                }
            }
        }
    }

    private void apply(Path directory, List<Item> items, int pace) {
        apply(directory, items, pace, _ -> {});
    }

    /** Returns calls with the position of their entry, and their times. */
    private List<String> calls(Path directory, String name) {
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory.resolve(name));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.yaml().strip().replace("number: ", "") + " at " + cursor.timeNs());
                }
            }
        }
        return calls;
    }

    /** Many of one time, and one timer of that time. */
    private static List<Item> sameTime() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            items.add(Item.of(i, 20, i == 0 ? 2 : 2 * i + 1));
        }
        items.add(Item.of(200, 21, 3));
        return items;
    }

    @Test
    void aTimerIsTakenBeforeTheFirstEntryThatIsLaterWhateverIsVisible() {
        for (int pace : new int[] {1, 3, 1_000}) {
            apply(root.resolve("pace" + pace), sameTime(), pace);
        }
        List<String> calls = calls(root.resolve("pace1"), "out");
        assertEquals(202, calls.size());
        assertEquals("1399 at 20", calls.get(200));
        assertEquals("3 at 21", calls.get(201));
        assertEquals(calls, calls(root.resolve("pace3"), "out"));
        assertEquals(calls, calls(root.resolve("pace1000"), "out"));
    }

    @Test
    void aTimeThatHasPassedIsThatOfTheMessageBeforeIt() {
        apply(root, List.of(Item.of(0, 500, 2), Item.of(1, 500, 3), Item.of(2, 501, 5)), 1);
        assertEquals(List.of("2 at 500", "1002 at 500", "3 at 500", "5 at 501"), calls(root, "out"));
    }

    @Test
    void timesAreThoseOfTheEntriesAfterARestartFromASnapshotToo() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            items.add(Item.of(3L * i, 1_000 + i, i));
        }
        apply(root.resolve("one"), items, 100);
        OrderClock clock = new OrderClock();
        for (int end : new int[] {4, 11, 30}) {
            try (Channel states = channel(root.resolve("other"), "states", clock)) {
                apply(root.resolve("other"), items.subList(0, end), 1, builder -> builder.snapshots(states, 3));
            }
        }
        assertEquals(calls(root.resolve("one"), "out"), calls(root.resolve("other"), "out"));
        assertEquals(calls(root.resolve("one"), "in"), calls(root.resolve("other"), "in"));
        assertTrue(calls(root.resolve("one"), "out").contains("29 at 1029"));
    }

    @Test
    void anEntryThatDoesNotFollowTheNewestOneIsRefused() {
        apply(root, List.of(Item.of(2, 1, 1), Item.of(5, 2, 3)), 1);
        List<Item> gap = List.of(Item.of(2, 1, 1), Item.of(5, 2, 3), Item.of(7, 3, 5), Item.of(9, 3, 7));
        apply(root, gap, 1);
        ServiceException lost = assertThrows(
                ServiceException.class, () -> apply(root, List.of(Item.of(8, 1, 1), Item.of(11, 9, 9)), 1));
        assertTrue(lost.getMessage().contains("previous=8 position=11 newest=9"), lost.getMessage());
        assertEquals(List.of("1 at 1", "3 at 2", "5 at 3", "7 at 3"), calls(root, "in"));
    }

    @Test
    void whatAClientHasSentAgainIsPassedOverAlsoAfterARestart() {
        List<Item> items = List.of(
                new Item(0, 1, ANNA, 0, 1),
                new Item(1, 1, BEN, 0, 3),
                new Item(2, 2, ANNA, 0, 1),
                new Item(3, 2, ANNA, 4, 5),
                new Item(4, 3, BEN, 0, 3),
                new Item(5, 3, ANNA, 3, 7),
                new Item(6, 4, BEN, 1, 9));
        apply(root.resolve("one"), items, 100);
        for (int end = 1; end <= items.size(); end++) {
            apply(root.resolve("other"), items.subList(0, end), 1);
        }
        assertEquals(List.of("1 at 1", "3 at 1", "5 at 2", "9 at 4"), calls(root.resolve("one"), "in"));
        assertEquals(calls(root.resolve("one"), "in"), calls(root.resolve("other"), "in"));
        assertEquals(Optional.empty(), difference("in"));
        assertEquals(Optional.empty(), difference("out"));
    }

    private Optional<OutputDifference> difference(String name) {
        try (Channel one = Channel.readOnly(root.resolve("one").resolve(name));
                Channel other = Channel.readOnly(root.resolve("other").resolve(name))) {
            return OutputDifference.between(one, other);
        }
    }

    @Test
    void nodesThatDifferAreNamed() {
        List<Item> items = List.of(Item.of(4, 1, 1), Item.of(6, 1, 3), Item.of(9, 1, 5));
        apply(root.resolve("one"), items, 1);
        apply(root.resolve("other"), List.of(items.get(0), Item.of(6, 1, 7), items.get(2)), 1);
        OutputDifference difference = difference("out").orElseThrow();
        assertEquals(
                "outputs of nodes differ channel=out number=2 position=6 one=[number: 3 # entry 6]"
                        + " other=[number: 7 # entry 6]",
                difference.toString());
        try (Channel one = Channel.readOnly(root.resolve("one").resolve("out"));
                Channel other = Channel.readOnly(root.resolve("other").resolve("out"))) {
            assertTrue(Arrays.equals(
                    OutputHash.of(one, 5).value(), OutputHash.of(other, 5).value()));
            assertNotEquals(
                    OutputHash.of(one, 6).toString(), OutputHash.of(other, 6).toString());
            assertEquals(1, OutputHash.of(one, 4).calls());
            assertEquals(0, OutputHash.of(one, 3).calls());
            assertEquals(9, OutputHash.of(one, Long.MAX_VALUE).position());
        }
    }

    @Test
    void aCallThatWasDueBelongsToTheNextEntry() {
        apply(root, List.of(Item.of(0, 15, 2), Item.of(1, 40, 3)), 1);
        assertEquals(List.of("2 at 15", "1002 at 20", "3 at 40"), calls(root, "out"));
        try (Channel out = Channel.readOnly(root.resolve("out"))) {
            assertEquals(1, OutputHash.of(out, 0).calls());
            assertEquals(3, OutputHash.of(out, 1).calls());
        }
    }

    @Test
    void answersToClientsAreThoseOfTheOrder() {
        OrderClock inClock = new OrderClock();
        OrderClock outClock = new OrderClock();
        try (Channel in = channel(root, "in", inClock);
                Channel out = channel(root, "out", outClock)) {
            ServiceTask source = Service.source("log")
                    .writes(in)
                    .ordered(inClock)
                    .create(outputs -> new OrderedSource() {
                        private int next;

                        @Override
                        public void open(long resumeAfter) {
                            next = (int) resumeAfter + 1;
                        }

                        @Override
                        public Progress poll(SourceContext context) {
                            if (next == 3) {
                                return Progress.ENDED;
                            }
                            context.entry(next - 1, next, 7, ANNA, next);
                            next++;
                            outputs.call(StockShop.schema("who"), MemorySegment.ofArray(new byte[0]), 0, 0);
                            return Progress.EMITTED;
                        }

                        @Override
                        public void close() {}
                    });
            ServiceTask stock = Service.component("stock")
                    .reads(in)
                    .writes(out)
                    .ordered(outClock)
                    .create(StockKeeper::of);
            Flow.run(source, stock);
            List<String> answers = Flow.calls(out);
            assertEquals(3, answers.size());
            assertTrue(answers.get(2).contains("anna 2"), answers::toString);
        }
    }

    @Test
    void whatCouldDifferBetweenNodesIsRefused() {
        OrderClock clock = new OrderClock();
        try (Channel in = channel(root, "in", clock);
                Channel more = channel(root, "more", clock);
                Channel queue = Channel.queue("queue", 1 << 12, Flow.small());
                Channel out = channel(root, "out", clock)) {
            assertRefused(Service.component("two").reads(in, more).writes(out));
            assertRefused(Service.component("queued").reads(queue).writes(out));
            assertRefused(Service.component("volatile").reads(in).writes(queue));
            ServiceException plain = assertThrows(
                    ServiceException.class,
                    () -> Service.source("log")
                            .writes(in)
                            .create(outputs -> new Log(outputs.as(Numbers.class), List.of(), 0)));
            assertTrue(plain.getMessage().contains("ordered=false"), plain.getMessage());
        }
    }

    private static void assertRefused(ComponentBuilder builder) {
        OrderClock clock = new OrderClock();
        ServiceException refused = assertThrows(
                ServiceException.class,
                () -> builder.ordered(clock).create(outputs -> new Delayed(outputs.as(Numbers.class))));
        assertTrue(refused.getMessage().startsWith("a component of an order reads one channel"), refused.getMessage());
    }
}
