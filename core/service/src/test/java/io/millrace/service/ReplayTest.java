package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Mark;
import io.millrace.service.ReplayDifference.Kind;
import io.millrace.wire.Alias;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {

    @TempDir
    Path root;

    /** Changes what {@link Summer} calls: the output of one input. */
    private interface Change {
        void call(Sums out, String of, long total);
    }

    private static Summer changed(Outputs outputs, Change change) {
        Sums out = outputs.as(Sums.class);
        return new Summer((of, total) -> change.call(out, of, total));
    }

    private void recordSums(long... values) {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, values);
            Flow.run(Service.component("summer")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> new Summer(outputs.as(Sums.class))));
        }
    }

    private Channel read(String name) {
        return Channel.readOnly(root.resolve(name));
    }

    private ReplayReport replay(ComponentFactory<?> factory) {
        return replay(factory, ReplayBuilder.DEFAULT_LIMIT);
    }

    private ReplayReport replay(ComponentFactory<?> factory, int limit) {
        try (Channel input = read("numbers");
                Channel output = read("sums")) {
            return Service.replay("summer")
                    .reads(input)
                    .comparesWith(output)
                    .limit(limit)
                    .run(factory);
        }
    }

    @Test
    void theRecordedMergeOfTwoInputsIsRepeatedAndEqual() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (Channel left = Flow.channel(root, "left");
                Channel right = Flow.channel(root, "right");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(right, random.longs(300, 0, 100).toArray());
            ServiceTask first = summer(output, left, right);
            for (int poll = 0; poll < 4; poll++) {
                first.poll(); // takes some of the right, before the left has any
            }
            first.close();
            Flow.numbers(left, random.longs(200, 0, 100).toArray());
            Flow.run(summer(output, left, right));
        }
        try (Channel left = read("left");
                Channel right = read("right");
                Channel output = read("sums")) {
            ReplayReport report = Service.replay("summer")
                    .reads(left, right)
                    .comparesWith(output)
                    .run(outputs -> new Summer(outputs.as(Sums.class)));
            assertTrue(report.isEqual(), () -> report + " seed=" + seed);
            assertEquals(500, report.inputs());
            assertEquals(500, report.compared());
            assertEquals(Flow.calls(output).size(), report.calls());
        }
    }

    private static ServiceTask summer(Channel output, Channel... inputs) {
        return Service.component("summer")
                .reads(inputs)
                .writes(output)
                .create(outputs -> new Summer(outputs.as(Sums.class)));
    }

    @Test
    void aChangedCallIsShownWithItsInputAndItsPosition() {
        recordSums(1, 3, 0, 2);
        ReplayReport report = replay(outputs ->
                changed(outputs, (out, of, total) -> out.sum(of, total + (of.equals("part 1 of 3") ? 1000 : 0))));
        assertEquals(1, report.differences(), report::toString);
        ReplayDifference difference = report.shown().getFirst();
        assertEquals(Kind.CHANGED, difference.kind());
        try (Channel input = read("numbers");
                Channel output = read("sums")) {
            assertEquals("numbers@" + Index.toText(indexOf(input, 1)), difference.input());
            assertEquals("sums@" + Index.toText(indexOf(output, 2)), difference.output());
        }
        assertEquals("sum: [part 1 of 3, 35]", difference.recorded().strip());
        assertEquals("sum: [part 1 of 3, 1035]", difference.replayed().strip());
        assertFalse(report.isEqual());
    }

    private static long indexOf(Channel channel, int number) {
        try (ChannelCursor cursor = channel.cursor()) {
            int left = number;
            Entry entry = cursor.next();
            while (entry != Entry.CALL || left-- > 0) {
                entry = cursor.next();
            }
            return cursor.index();
        }
    }

    @Test
    void callsThatAreLeftOutOrAddedShiftNothingElse() {
        recordSums(LongStream.range(0, 200).toArray());
        ReplayReport without = replay(outputs -> changed(outputs, (out, of, total) -> {
            if (!of.equals("part 0 of 3") && !of.equals("part 3 of 104")) {
                out.sum(of, total);
            }
        }));
        assertEquals(2, without.differences(), without::toString);
        assertEquals(List.of(Kind.MISSING, Kind.MISSING), kinds(without));
        assertTrue(without.shown().getFirst().recorded().startsWith("sum: [part 0 of 3, "), without::toString);
        ReplayReport more = replay(outputs -> changed(outputs, (out, of, total) -> {
            if (of.equals("part 2 of 8")) {
                out.sum("more", 1);
            }
            out.sum(of, total);
        }));
        assertEquals(List.of(Kind.ADDED), kinds(more), more::toString);
        assertEquals("sum: [more, 1]", more.shown().getFirst().replayed().strip());
        ReplayReport silent = replay(outputs -> {
            Sums out = outputs.as(Sums.class);
            Summer summer = new Summer(out);
            return (Numbers) value -> {
                summer.number(value);
                if (value == 5) { // which has no output
                    out.sum("five", 5);
                }
            };
        });
        assertEquals(List.of(Kind.ADDED), kinds(silent), silent::toString);
        assertEquals("", silent.shown().getFirst().output());
    }

    private static List<Kind> kinds(ReplayReport report) {
        return report.shown().stream().map(ReplayDifference::kind).toList();
    }

    @Test
    void allDifferencesAreCountedAndTheFirstOnesKept() {
        recordSums(LongStream.range(0, 300).toArray());
        List<ReplayDifference> told = new ArrayList<>();
        try (Channel input = read("numbers");
                Channel output = read("sums")) {
            ReplayReport report = Service.replay("summer")
                    .reads(input)
                    .comparesWith(output)
                    .limit(7)
                    .listener(new ReplayListener() {
                        @Override
                        public void onDifference(ReplayDifference difference) {
                            told.add(difference);
                        }
                    })
                    .run(outputs -> changed(outputs, (out, of, total) -> out.sum(of, total + 1)));
            assertEquals(report.calls(), report.differences());
            assertEquals(7, report.shown().size());
            assertEquals(report.shown(), told);
        }
    }

    @Test
    void theComparisonBeginsAndEndsAtAMessageOfAnInputOrTheOutput() {
        recordSums(LongStream.range(0, 100).toArray());
        ComponentFactory<?> other = outputs -> changed(outputs, (out, of, total) -> out.sum(of, total + 1));
        try (Channel input = read("numbers");
                Channel output = read("sums")) {
            ReplayPosition fromInput = new ReplayPosition("numbers", indexOf(input, 90));
            ReplayPosition toInput = new ReplayPosition("numbers", indexOf(input, 94));
            ReplayReport some = Service.replay("summer")
                    .reads(input)
                    .comparesWith(output)
                    .from(fromInput)
                    .to(toInput)
                    .run(other);
            assertEquals(0 + 1 + 2 + 3 + 4, some.differences(), some::toString);
            assertEquals(95, some.inputs());
            assertEquals(5, some.compared());
            ReplayPosition fromOutput = ReplayPosition.parse(Index.toText(indexOf(output, 195)), "sums");
            ReplayReport last = Service.replay("summer")
                    .reads(input)
                    .comparesWith(output)
                    .from(fromOutput)
                    .run(other);
            assertEquals(4, last.differences(), last::toString); // the group that begins before is not compared
            ServiceException wrong = assertThrows(
                    ServiceException.class,
                    () -> Service.replay("summer")
                            .reads(input)
                            .comparesWith(output)
                            .from(new ReplayPosition("number", 0))
                            .run(other));
            assertTrue(wrong.getMessage().contains("did you mean numbers?"), wrong.getMessage());
            ServiceException text =
                    assertThrows(ServiceException.class, () -> ReplayPosition.parse("numbers@third", "sums"));
            assertTrue(text.getMessage().endsWith("position=numbers@third"), text.getMessage());
        }
    }

    @Test
    void aComponentThatThrowsIsADifferenceThatEndsTheReplay() {
        recordSums(1, 2, 3, 4);
        ReplayReport report = replay(outputs -> changed(outputs, (out, of, total) -> {
            if (of.equals("part 1 of 3")) {
                throw new IllegalStateException("refused");
            }
            out.sum(of, total);
        }));
        assertEquals(List.of(Kind.THREW), kinds(report));
        ReplayDifference difference = report.shown().getFirst();
        assertEquals(
                "threw: java.lang.IllegalStateException: refused",
                difference.replayed().strip());
        assertEquals(
                3,
                difference
                        .recorded()
                        .lines()
                        .filter(line -> line.startsWith("sum:"))
                        .count());
        assertEquals(3, report.inputs());
        assertTrue(report.end().orElseThrow().contains("method=number"), report::toString);
    }

    @Test
    void recordedErrorsAreRepeatedAndThoseThatAreGoneAreDifferences() {
        ComponentFactory<?> refuser = outputs -> changed(outputs, (out, of, total) -> {
            if (of.startsWith("part 0 of 2")) {
                throw new IllegalStateException("refused " + new Object());
            }
            out.sum(of, total);
        });
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 2, 3);
            Flow.run(Service.component("summer")
                    .reads(input)
                    .writes(output)
                    .onError(ErrorPolicy.RECORD)
                    .errorHandler((severity, origin, error) -> {})
                    .create(refuser));
        }
        try (Channel input = read("numbers");
                Channel output = read("sums")) {
            ReplayBuilder same =
                    Service.replay("summer").reads(input).comparesWith(output).onError(ErrorPolicy.RECORD);
            ReplayReport report = same.run(refuser);
            assertTrue(report.isEqual(), report::toString);
            ReplayReport mended = same.run(outputs -> new Summer(outputs.as(Sums.class)));
            assertEquals(List.of(Kind.MISSING, Kind.ADDED, Kind.ADDED), kinds(mended), mended::toString);
            assertTrue(mended.shown().getFirst().recorded().startsWith("error:"), mended::toString);
        }
    }

    /** A message as it was. */
    record Old(long value, String note) {}

    /** The same with another name of a field. */
    record Renamed(@Alias("value") long amount, String note) {}

    /** The same with a field less. */
    record Less(long value) {}

    /** Calls with the message as it was. */
    interface OldCalls {
        void item(Old item);
    }

    /** Calls with a renamed field. */
    interface RenamedCalls {
        void item(Renamed item);
    }

    /** Calls with a field less. */
    interface LessCalls {
        void item(Less item);
    }

    @Test
    void aFieldRenamedWithAnAliasIsTheSameAndOneThatIsGoneIsNot() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 2, 3);
            Flow.run(Service.component("summer").reads(input).writes(output).create(outputs -> {
                OldCalls out = outputs.as(OldCalls.class);
                return (Numbers) value -> out.item(new Old(value, "a"));
            }));
        }
        ReplayReport renamed = replay(outputs -> {
            RenamedCalls out = outputs.as(RenamedCalls.class);
            return (Numbers) value -> out.item(new Renamed(value == 2 ? 20 : value, "a"));
        });
        assertEquals(List.of(Kind.CHANGED), kinds(renamed), renamed::toString);
        assertEquals(2, renamed.evolved());
        ReplayReport less = replay(outputs -> {
            LessCalls out = outputs.as(LessCalls.class);
            return (Numbers) value -> out.item(new Less(value));
        });
        assertEquals(List.of(Kind.CHANGED, Kind.CHANGED, Kind.CHANGED), kinds(less), less::toString);
        assertTrue(less.shown().getFirst().recorded().contains("note"), less::toString);
    }

    /** The same, which refuses one old value. */
    record Strict(@Alias("value") long amount, String note) {
        Strict {
            if (amount == 2) {
                throw new AssertionError("two is not allowed any more");
            }
        }
    }

    /** Calls with the message that refuses a value. */
    interface StrictCalls {
        void item(Strict item);
    }

    @Test
    void aRecordedCallThatTheChangedClassRefusesIsADifference() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 2, 3);
            Flow.run(Service.component("summer").reads(input).writes(output).create(outputs -> {
                OldCalls out = outputs.as(OldCalls.class);
                return (Numbers) value -> out.item(new Old(value, "a"));
            }));
        }
        ReplayReport strict = replay(outputs -> {
            StrictCalls out = outputs.as(StrictCalls.class);
            return (Numbers) value -> out.item(new Strict(value == 2 ? 20 : value, "a"));
        });
        assertEquals(List.of(Kind.CHANGED), kinds(strict), strict::toString);
        assertEquals(2, strict.evolved());
    }

    /** More calls than numbers. */
    interface Words {
        void word(String text);
    }

    /** Takes both. */
    private record Both(Summer summer, Sums out) implements Numbers, Words {
        @Override
        public void number(long value) {
            summer.number(value);
        }

        @Override
        public void word(String text) {
            out.sum(text, 0);
        }
    }

    private void numbersAndWords(Channel input) {
        try (ChannelWriter writer = input.writer()) {
            Numbers numbers = writer.as(Numbers.class);
            Words words = writer.as(Words.class);
            numbers.number(1);
            words.word("one");
            numbers.number(2);
            words.word("two");
            numbers.number(3);
        }
        input.markEnded();
    }

    @Test
    void callsThatOnlyOneVersionTakesAreToldApart() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel few = Flow.channel(root, "sums");
                Channel all = Flow.channel(root, "all")) {
            numbersAndWords(input);
            Flow.run(summer(few, input));
            Flow.run(Service.component("both").reads(input).writes(all).create(outputs -> {
                Sums out = outputs.as(Sums.class);
                return new Both(new Summer(out), out);
            }));
        }
        ReplayReport more = replay(outputs -> {
            Sums out = outputs.as(Sums.class);
            return new Both(new Summer(out), out);
        });
        assertEquals(2, more.unnamed());
        assertEquals(List.of(Kind.ADDED, Kind.ADDED), kinds(more), more::toString);
        try (Channel input = read("numbers");
                Channel output = read("all")) {
            ReplayReport fewer = Service.replay("both")
                    .reads(input)
                    .comparesWith(output)
                    .run(outputs -> new Summer(outputs.as(Sums.class)));
            assertEquals(2, fewer.untaken());
            assertEquals(List.of(Kind.MISSING, Kind.MISSING), kinds(fewer), fewer::toString);
            assertEquals("sum: [one, 0]", fewer.shown().getFirst().recorded().strip());
        }
    }

    @Test
    void whatCannotBeReplayedIsRefused() {
        recordSums(1);
        ServiceException source = assertThrows(
                ServiceException.class, () -> replay(outputs -> new Counter(outputs.as(Numbers.class), 3)));
        assertTrue(source.getMessage().startsWith("an external source has no recorded inputs"), source.getMessage());
        try (Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults());
                Channel input = read("numbers");
                Channel output = read("sums")) {
            ServiceException before = assertThrows(
                    ServiceException.class,
                    () -> Service.replay("summer")
                            .reads(input)
                            .comparesWith(queue)
                            .run(outputs -> new Summer(outputs.as(Sums.class))));
            assertTrue(before.getMessage().contains("not kept in a journal"), before.getMessage());
            ServiceException after = assertThrows(
                    ServiceException.class,
                    () -> Service.replay("summer")
                            .reads(queue)
                            .comparesWith(output)
                            .run(outputs -> new Summer(outputs.as(Sums.class))));
            assertTrue(after.getMessage().contains("input is not kept in a journal"), after.getMessage());
        }
    }

    @Test
    void nothingIsWritten() {
        recordSums(LongStream.range(0, 500).toArray());
        Map<String, String> before = files();
        assertTrue(replay(outputs -> new Summer(outputs.as(Sums.class))).isEqual());
        assertEquals(before, files());
    }

    /** The mark of a copy may be old; the component took what its output names. */
    @Test
    void aCopyIsReadBeyondItsMark() {
        recordSums(LongStream.range(0, 500).toArray());
        try (Journal source = Journal.open(root.resolve("numbers"), JournalOptions.defaults())) {
            source.becomeSource(0);
            source.raiseMark(Mark.asAsked(source.firstIndex() + 1));
        }
        CopyWriter.open(root.resolve("numbers"), JournalOptions.defaults()).close();
        ReplayReport report = replay(outputs -> new Summer(outputs.as(Sums.class)));
        assertTrue(report.isEqual(), report::toString);
        assertEquals(500, report.compared());
    }

    @Test
    void aRunningServiceIsReplayedUpToItsPresentEnd() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                ChannelWriter writer = input.writer()) {
            Numbers numbers = writer.as(Numbers.class);
            ServiceTask running = summer(output, input);
            try {
                for (long value = 0; value < 2_000; value++) {
                    numbers.number(value);
                    if (value % 400 == 399) {
                        while (running.inputs() <= value) {
                            running.poll();
                        }
                        ReplayReport report = replay(outputs -> new Summer(outputs.as(Sums.class)));
                        assertTrue(report.isEqual(), report::toString);
                        assertTrue(report.inputs() >= value - 1, report::toString);
                    }
                }
            } finally {
                running.close();
            }
        }
    }

    /** Every file with its time and a checksum. */
    private Map<String, String> files() {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                found.put(file.toString(), Files.getLastModifiedTime(file) + " " + Arrays.hashCode(bytes));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
