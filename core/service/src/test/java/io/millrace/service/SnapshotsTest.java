package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.SnapshotMark;
import io.millrace.fixtures.Await;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.Removal;
import io.millrace.journal.RetentionPolicy;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class SnapshotsTest {

    @TempDir
    Path root;

    /** The calls of a snapshot. */
    interface Totals {

        void entry(long value);

        void total(long total);
    }

    /** Sums up and remembers its last inputs. */
    private static final class Rememberer implements Numbers, Totals, Snapshotting<Totals> {

        private final Sums out;
        private final List<Long> last = new ArrayList<>();
        private long total;

        private Rememberer(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total = total * 31 + value;
            last.add(value);
            if (last.size() > 20) {
                last.removeFirst();
            }
            if (value % 3 != 0) {
                out.sum(last.toString(), total);
            }
            if (value % 4 == 0) {
                out.sum("four", total);
            }
        }

        @Override
        public Class<Totals> snapshotType() {
            return Totals.class;
        }

        @Override
        public void snapshot(Totals to) {
            to.total(total);
            last.forEach(to::entry);
        }

        @Override
        public void entry(long value) {
            last.add(value);
        }

        @Override
        public void total(long newTotal) {
            total = newTotal;
        }
    }

    private static ServiceTask service(Channel output, Channel snapshots, Channel... inputs) {
        return Service.component("rememberer")
                .reads(inputs)
                .writes(output)
                .snapshots(snapshots, 25)
                .create(outputs -> new Rememberer(outputs.as(Sums.class)));
    }

    private static ServiceTask plain(Channel output, Channel... inputs) {
        return Service.component("rememberer")
                .reads(inputs)
                .writes(output)
                .create(outputs -> new Rememberer(outputs.as(Sums.class)));
    }

    @Test
    void aRestartFromASnapshotEqualsOneFromTheStart() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (Channel left = Flow.channel(root, "left");
                Channel right = Flow.channel(root, "right")) {
            Flow.numbers(left, random.longs(200, 0, 100).toArray());
            Flow.numbers(right, random.longs(150, 0, 100).toArray());
            List<String> expected;
            List<Long> frames;
            List<Long> snapshotFrames;
            try (Channel output = Flow.channel(root, "sums");
                    Channel snapshots = Flow.channel(root, "snapshots")) {
                Flow.run(service(output, snapshots, left, right));
                expected = Flow.calls(output);
                frames = Flow.frames(output.journal().orElseThrow());
                snapshotFrames = Flow.frames(snapshots.journal().orElseThrow());
                Flow.copy(root.resolve("sums"), root.resolve("whole/sums"));
                Flow.copy(root.resolve("snapshots"), root.resolve("whole/snapshots"));
            }
            for (int round = 0; round < 60; round++) {
                Path cut = root.resolve("cut");
                Flow.copy(root.resolve("whole"), cut);
                long frame = frames.get(random.nextInt(frames.size()));
                Flow.cutAt(cut.resolve("sums"), frame);
                if (random.nextBoolean()) {
                    long snapshotFrame = snapshotFrames.get(random.nextInt(snapshotFrames.size()));
                    Flow.cutAt(cut.resolve("snapshots"), snapshotFrame);
                }
                try (Channel output = Flow.channel(cut, "sums");
                        Channel snapshots = Flow.channel(cut, "snapshots")) {
                    Flow.run(service(output, snapshots, left, right));
                    assertEquals(expected, Flow.calls(output), "frame=" + Index.toText(frame) + " seed=" + seed);
                }
                try (Channel output = Flow.channel(cut, "sums")) {
                    ServiceTask fromStart = plain(output, left, right);
                    Flow.run(fromStart);
                    assertEquals(350, fromStart.reapplied(), "seed=" + seed);
                }
                Flow.delete(cut);
            }
        }
    }

    @Test
    void aSnapshotSavesReapplying() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(1_010, 0, 100).toArray());
            Flow.run(service(output, snapshots, input));
            ServiceTask again = service(output, snapshots, input);
            Flow.run(again);
            assertTrue(again.reapplied() <= 25, "reapplied=" + again.reapplied());
            assertEquals(0, again.inputs());
        }
    }

    @Test
    @ExpectedLog("a state is restored without the calls whose keys were deleted")
    void aStateIsRestoredWithoutTheCallsWhoseKeysWereDeleted() {
        FileKeyProvider keys = FileKeyProvider.open(root.resolve("keys"));
        ChannelOptions encrypted =
                Flow.small().withEncryption(ChannelEncryption.of(keys).withSubjectField("value"));
        for (int run = 0; run < 2; run++) {
            try (Channel input = Channel.journal("numbers", root.resolve("numbers"), encrypted);
                    Channel output = Flow.channel(root, "sums");
                    Channel snapshots = Channel.journal("snapshots", root.resolve("snapshots"), encrypted)) {
                Flow.numbers(input, run == 0 ? LongStream.rangeClosed(1, 50).toArray() : new long[] {52});
                ServiceTask service = service(output, snapshots, input);
                Flow.run(service);
                assertEquals(run == 0 ? 50 : 1, service.inputs());
                if (run == 1) {
                    String expected = LongStream.rangeClosed(31, 49).boxed().toList() + ", 52]";
                    String last = lastCalls(output, 2).getFirst();
                    assertTrue(last.contains(expected.replace("], 52", ", 52")), last);
                }
            }
            assertEquals(run == 0 ? 1 : 0, keys.forget("50"), "the last call of the last state");
        }
    }

    private static final RetentionPolicy WHEN_READ = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);
    private static final RetentionPolicy EVERYTHING = RetentionPolicy.keepAll().withMaxSizeBytes(0);

    private Channel retained(String name) {
        ChannelOptions small = Flow.small();
        return Channel.journal(
                name, root.resolve(name), small.withJournal(small.journal().withRetention(WHEN_READ)));
    }

    private static void awaitRemoval(Channel channel) {
        Journal journal = channel.journal().orElseThrow();
        Await.until("messages are removed", () -> journal.messagesBefore(Index.NONE) > 0);
    }

    /** The last calls, without the positions of their inputs. */
    private static List<String> lastCalls(Channel channel, int count) {
        List<String> calls = Flow.calls(channel).stream()
                .map(call -> call.replaceAll("@[0-9]+", ""))
                .toList();
        return calls.subList(calls.size() - count, calls.size());
    }

    @Test
    void whatIsBeforeTheLastButOneSnapshotMayGoAndARestartIsStillExact() {
        long[] values = new Random(7).longs(20_000, 0, 100).toArray();
        List<String> expected;
        try (Channel input = Flow.channel(root.resolve("kept"), "numbers");
                Channel output = Flow.channel(root.resolve("kept"), "sums")) {
            Flow.numbers(input, values);
            Flow.run(plain(output, input));
            expected = lastCalls(output, 1_000);
        }
        for (int half = 0; half < 2; half++) {
            try (Channel input = retained("numbers");
                    Channel output = retained("sums");
                    Channel snapshots = retained("snapshots")) {
                Flow.numbers(input, Arrays.copyOfRange(values, half * 10_000, (half + 1) * 10_000));
                ServiceTask service = service(output, snapshots, input);
                Flow.run(service);
                assertTrue(service.reapplied() <= 50, "reapplied=" + service.reapplied());
                awaitRemoval(input);
                awaitRemoval(output);
                awaitRemoval(snapshots);
                if (half == 1) {
                    assertEquals(expected, lastCalls(output, 1_000));
                }
            }
        }
    }

    @Test
    void theLastButOneSnapshotCountsAlsoWhereARestartWasBetween() {
        for (int run = 0; run < 2; run++) {
            try (Channel input = Flow.channel(root, "numbers");
                    Channel output = Flow.channel(root, "sums");
                    Channel snapshots = Flow.channel(root, "snapshots")) {
                Flow.numbers(input, LongStream.range(0, 30).toArray());
                Flow.run(service(output, snapshots, input));
            }
        }
        try (Channel input = Channel.readOnly(root.resolve("numbers"));
                ChannelCursor cursor = input.cursor()) {
            for (int number = 0; number < 25; number++) {
                cursor.next();
            }
            assertEquals(
                    Map.of("restart of rememberer", cursor.index()),
                    input.journal().orElseThrow().info().positions().stream()
                            .collect(Collectors.toMap(
                                    each -> each.name(), each -> each.state().index())));
        }
    }

    @Test
    void aComponentWithoutSnapshotsHoldsAllOfItsInputsAndItsOutput() {
        try (Channel input = retained("numbers");
                Channel output = retained("sums")) {
            Flow.numbers(input, new Random(1).longs(5_000, 0, 100).toArray());
            Flow.run(plain(output, input));
            for (Channel channel : List.of(input, output)) {
                Journal journal = channel.journal().orElseThrow();
                List<String> heldBy = new ArrayList<>();
                Await.until("retention is held up in " + channel.name(), () -> {
                    Removal removal = journal.retain(EVERYTHING);
                    assertEquals(List.of(), removal.segments());
                    return heldBy.addAll(removal.heldBy());
                });
                assertEquals(List.of("restart of rememberer"), heldBy);
            }
        }
    }

    @Test
    void aRestartThatWouldMissInputsIsRefused() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, new Random(1).longs(5_000, 0, 100).toArray());
            Flow.run(plain(output, input));
            Journal journal = output.journal().orElseThrow();
            Await.until("messages are removed", () -> {
                journal.retain(EVERYTHING.withReaders(ReaderPolicy.IGNORE));
                return journal.messagesBefore(Index.NONE) > 0;
            });
            ServiceException refused = assertThrows(ServiceException.class, () -> Flow.run(plain(output, input)));
            assertTrue(refused.getMessage().contains("output=sums removed="), refused.getMessage());
        }
    }

    /** Removes all segments but the last, also those that a restart needs. */
    private static void removeTheBeginning(Channel channel) {
        Journal journal = channel.journal().orElseThrow();
        Await.until("only the last segment is left", () -> {
            journal.retain(EVERYTHING.withReaders(ReaderPolicy.IGNORE));
            return journal.info().segments().size() <= 1;
        });
    }

    /** Makes the last segment one that a loss of power has taken. */
    private void loseTheEnd(String channel, long firstFrame) {
        Flow.cutAt(root.resolve(channel), firstFrame);
    }

    private static long firstFrame(Channel channel) {
        return Flow.frames(channel.journal().orElseThrow()).getFirst();
    }

    private static ServiceTask seldom(Channel output, Channel snapshots, Channel input, long everyInputs) {
        return Service.component("rememberer")
                .reads(input)
                .writes(output)
                .snapshots(snapshots, everyInputs)
                .create(outputs -> new Rememberer(outputs.as(Sums.class)));
    }

    private String refusal() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            return assertThrows(ServiceException.class, () -> Flow.run(service(output, snapshots, input)))
                    .getMessage();
        }
    }

    @Test
    void snapshotsThatCannotBeUsedAreCountedWithTheReasonOfTheNewest() {
        List<SnapshotMark> ends = new ArrayList<>();
        long lost;
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(2_000, 0, 100).toArray());
            Flow.run(service(output, snapshots, input));
            try (ChannelCursor cursor = snapshots.cursor()) {
                for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                    if (entry == Entry.SNAPSHOT && cursor.mark().edge() == SnapshotMark.Edge.END) {
                        ends.add(cursor.mark());
                    }
                }
            }
            removeTheBeginning(output);
            lost = firstFrame(output);
        }
        loseTheEnd("sums", lost);
        String message = refusal();
        String newest = "sums@" + Index.toText(ends.getLast().outputIndex());
        assertTrue(message.startsWith("no saved state can be used, so a restart needs the whole output"), message);
        assertTrue(
                message.endsWith(
                        " unusableSnapshots=" + ends.size() + " snapshotChannel=snapshots missingOutput=" + newest),
                message);
    }

    /** The calls of a snapshot of another version. */
    interface OtherTotals {

        void entry(long value);

        void total(List<String> total);
    }

    /** Another version of the component, whose snapshots have another type. */
    private static final class OtherRememberer implements Numbers, OtherTotals, Snapshotting<OtherTotals> {

        private final Rememberer same;

        private OtherRememberer(Sums out) {
            this.same = new Rememberer(out);
        }

        @Override
        public void number(long value) {
            same.number(value);
        }

        @Override
        public Class<OtherTotals> snapshotType() {
            return OtherTotals.class;
        }

        @Override
        public void snapshot(OtherTotals to) {
            to.total(List.of(Long.toString(same.total)));
            same.last.forEach(to::entry);
        }

        @Override
        public void entry(long value) {
            same.entry(value);
        }

        @Override
        public void total(List<String> total) {
            same.total(Long.parseLong(total.getFirst()));
        }
    }

    private static ServiceTask otherService(Channel output, Channel snapshots, Channel input) {
        return Service.component("rememberer")
                .reads(input)
                .writes(output)
                .snapshots(snapshots, 25)
                .create(outputs -> new OtherRememberer(outputs.as(Sums.class)));
    }

    @Test
    void aSnapshotThatTheComponentCannotReadIsPassedOverOrNamed() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(2_000, 0, 100).toArray());
            Flow.run(service(output, snapshots, input));
            List<String> expected = Flow.calls(output);
            ServiceTask other = otherService(output, snapshots, input);
            Flow.run(other);
            assertEquals(2_000, other.reapplied(), "it is replayed from the first input");
            assertEquals(expected, Flow.calls(output));
            removeTheBeginning(output);
            String message = assertThrows(
                            ServiceException.class, () -> Flow.run(otherService(output, snapshots, input)))
                    .getMessage();
            assertTrue(message.contains(" snapshotChannel=snapshots unreadable=snapshots@"), message);
            assertTrue(message.contains(" method=total reason="), message);
        }
    }

    @Test
    void snapshotsThatAreGoneAreDistinguishedFromNone() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(1_200, 0, 100).toArray());
            Flow.run(seldom(output, snapshots, input, Long.MAX_VALUE));
            removeTheBeginning(output);
        }
        String none = refusal();
        assertTrue(none.endsWith(" snapshots=none snapshotChannel=snapshots"), none);
        Flow.delete(root.resolve("sums"));
        long lost;
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            input.markEnded();
            Flow.run(seldom(output, snapshots, input, 500));
            removeTheBeginning(output);
            lost = firstFrame(snapshots);
        }
        loseTheEnd("snapshots", lost);
        String gone = refusal();
        assertTrue(gone.endsWith(" snapshots=none (those that were there are gone) snapshotChannel=snapshots"), gone);
    }

    @Test
    void aPeriodOpensWithASnapshotOfItsOwn() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(5_000, 0, 100).toArray());
            long periods = input.journal().orElseThrow().info().segments().size();
            assertTrue(periods > 2);
            Flow.run(Service.component("rememberer")
                    .reads(input)
                    .writes(output)
                    .snapshots(snapshots, Long.MAX_VALUE)
                    .create(outputs -> new Rememberer(outputs.as(Sums.class))));
            long ends = 0;
            try (ChannelCursor cursor = snapshots.cursor()) {
                for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                    ends += entry == Entry.SNAPSHOT && cursor.mark().edge() == SnapshotMark.Edge.END ? 1 : 0;
                }
            }
            assertEquals(periods - 1, ends);
        }
    }
}
