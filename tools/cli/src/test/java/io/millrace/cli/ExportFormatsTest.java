package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelExport;
import io.millrace.channel.ChannelImport;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.ImportReport;
import io.millrace.channel.ImportTarget.Incomplete;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels as YAML, JSON and CSV, and as channels again. */
@Tag("process")
class ExportFormatsTest {
    private static final String[] TEXTS = {
        "",
        " ",
        "plain",
        "a,b",
        "\"quoted\"",
        "two\nlines",
        "\r\n",
        "# millrace export 2 csv",
        "\n# millrace export end 3\n",
        "---",
        "null",
        "ü€😀",
        "a\u202eb\u2066c\u200b",
        "'"
    };

    private static final ChannelOptions SMALL = ChannelOptions.defaults()
            .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));

    @TempDir
    Path root;

    enum Side {
        BUY,
        SELL
    }

    record Order(String symbol, Instant at, Side side, double price, Long quantity, String note) {}

    interface Flat {
        void order(Order order);

        void note(String text, long number);

        void count(int number);

        void end();
    }

    private static final class Later {
        private interface Flat {
            void note(String text, double weight);
        }
    }

    interface Deep {
        void all(List<Order> orders);
    }

    private Path write(Random random, boolean deep) {
        Path directory = root.resolve("calls");
        long[] timeNs = {random.nextLong(Long.MAX_VALUE)};
        ChannelOptions options = SMALL.withClock(() -> timeNs[0] += random.nextInt(1_000_000));
        try (Channel channel = Channel.journal("calls", directory, options);
                ChannelWriter writer = channel.writer()) {
            Flat flat = writer.as(Flat.class);
            Later.Flat later = writer.as(Later.Flat.class);
            for (int i = 0; i < 2_000; i++) {
                switch (random.nextInt(i < 500 ? 1 : 6)) {
                    case 1 -> flat.note(text(random), random.nextLong());
                    case 2 -> flat.count(random.nextInt());
                    case 3 -> flat.end();
                    case 4 -> later.note(text(random), random.nextDouble());
                    default -> flat.order(order(random));
                }
            }
            if (deep) {
                writer.as(Deep.class).all(List.of(order(random), order(random)));
                flat.order(null);
            }
        }
        return directory;
    }

    private static String text(Random random) {
        return random.nextInt(10) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
    }

    private static Order order(Random random) {
        return new Order(
                text(random),
                Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
                random.nextInt(5) == 0 ? null : Side.values()[random.nextInt(2)],
                random.nextInt(9) == 0 ? Double.NaN : random.nextGaussian(),
                random.nextBoolean() ? null : random.nextLong(),
                text(random));
    }

    private static String export(Path directory, ExportFormat format) {
        StringBuilder text = new StringBuilder();
        try (Channel channel = Channel.readOnly(directory)) {
            if (format == ExportFormat.YAML) {
                ChannelExport.write(channel, text::append);
            } else {
                CallExport.write(channel, format, text::append);
            }
        }
        return text.toString();
    }

    private static long read(Path directory, String text) {
        ImportReport report = readPartial(directory, text);
        assertEquals(List.of(), report.missing());
        return report.calls();
    }

    private static ImportReport readPartial(Path directory, String text) {
        BufferedReader reader = new BufferedReader(new StringReader(text));
        ExportFormat format = ImportCommand.format(reader);
        return format == ExportFormat.YAML
                ? ChannelImport.read(directory, reader, SMALL, Incomplete.TAKEN)
                : CallImport.read(directory, format, reader, SMALL, Incomplete.TAKEN);
    }

    private static List<String> calls(Path directory) {
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.timeNs() + " " + cursor.schema() + " " + cursor.yaml());
                }
            }
        }
        return calls;
    }

    private static Object id(Path directory) {
        try (Channel channel = Channel.readOnly(directory)) {
            return channel.journal().orElseThrow().id();
        }
    }

    @Test
    void eachFormComesBackAsItWasUnderANewIdentity() {
        long seed = System.nanoTime();
        Path directory = write(new Random(seed), false);
        List<String> calls = calls(directory);
        for (ExportFormat format : ExportFormat.values()) {
            Path copy = root.resolve("copy-" + format);
            assertEquals(2_000, read(copy, export(directory, format)), format + " seed=" + seed);
            assertEquals(calls, calls(copy), format + " seed=" + seed);
            assertNotEquals(id(directory), id(copy));
        }
    }

    @Test
    void whatIsNotFlatHasNoRowAndIsNamed() {
        long seed = System.nanoTime();
        Path directory = write(new Random(seed), true);
        InputException e = assertThrows(InputException.class, () -> export(directory, ExportFormat.CSV));
        assertTrue(e.getMessage().contains("method=all column=orders index="), e.getMessage());
        Path copy = root.resolve("copy");
        assertEquals(2_002, read(copy, export(directory, ExportFormat.JSON)));
        assertEquals(calls(directory), calls(copy), "seed=" + seed);
    }

    @Test
    void aTableIsOneThatSpreadsheetsRead() {
        Path directory = root.resolve("one");
        try (Channel channel = Channel.journal("one", directory, SMALL.withClock(() -> 1_000_000_001L));
                ChannelWriter writer = channel.writer()) {
            Flat flat = writer.as(Flat.class);
            flat.order(new Order("A,B", Instant.EPOCH, Side.SELL, 1.5, null, ""));
            String index = Index.toText(channel.journal().orElseThrow().lastIndex());
            flat.count(7);
            String[] lines = export(directory, ExportFormat.CSV).lines().toArray(String[]::new);
            assertEquals("index,time,method,symbol,at,side,price,quantity,note", lines[3]);
            assertEquals(
                    index + ",1970-01-01T00:00:01.000000001Z,order,\"A,B\",1970-01-01T00:00:00Z,SELL,1.5,,\"\"",
                    lines[4]);
            assertTrue(
                    lines[9].startsWith("index,time,method,order.symbol,") && lines[9].endsWith(",count.number"),
                    lines[9]);
            assertTrue(lines[10].endsWith(",count,,,,,,,7"), lines[10]);
        }
    }

    @Test
    void whatIsWrongInAnExportIsNamedWithItsLine() {
        Path directory = write(new Random(1), false);
        String csv = export(directory, ExportFormat.CSV);
        String json = export(directory, ExportFormat.JSON);
        Path copy = root.resolve("copy");
        assertWrong(csv.replaceFirst("index,time,method", "index,method,time"), "columns do not match", copy);
        assertWrong(csv.replaceFirst(",order,", ",ordre,"), "method=ordre", root.resolve("a"));
        assertWrong(csv.replaceFirst(",order,", ",order,,"), "wrong number of cells", root.resolve("b"));
        assertWrong(json.replaceFirst("\"order\"", "\"ordre\""), "method=ordre", root.resolve("c"));
        assertWrong(json.replaceFirst("\"arguments\":", "\"argument\":"), "arguments=(missing)", root.resolve("d"));
        assertWrong(json.replaceFirst("Export\":2", "Export\":3"), "version=3 known=1,2", root.resolve("e"));
        String torn = json.replaceFirst("\\}\\}\n", "\n");
        assertWrong(torn, "(start marker at [line: 1, column: ", root.resolve("f"));
        assertWrong(csv + csv.lines().toList().get(4) + "\n", "after the end of an export", root.resolve("g"));
        assertTrue(!Files.exists(copy) && !Files.exists(root.resolve("e")), "nothing was made of a wrong header");
    }

    /** A channel with two sections, and a call whose last line is a number that half of is one too. */
    private Path few() {
        Path directory = root.resolve("few");
        try (Channel channel = Channel.journal("few", directory, SMALL.withClock(() -> 1_000_000_001L));
                ChannelWriter writer = channel.writer()) {
            Flat flat = writer.as(Flat.class);
            flat.note("two\nlines, \"quoted\"\n# millrace export end 1\n", 1234);
            flat.note("", 5678);
            flat.count(1234);
            flat.note("last", 1234);
        }
        return directory;
    }

    @Test
    void anExportThatIsCutAnywhereIsToldAndHoldsOnlyWholeCallsInFrontOfTheCut() throws IOException {
        Path directory = few();
        List<String> calls = calls(directory);
        for (ExportFormat format : ExportFormat.values()) {
            String text = export(directory, format);
            int begin = text.indexOf(format == ExportFormat.YAML ? "---" : "0:");
            int tooMany = 0;
            for (int length = begin; length < text.length() - 1; length += length < text.length() - 120 ? 11 : 1) {
                Path copy = root.resolve(format + "-" + length);
                ImportReport report = readPartial(copy, text.substring(0, length));
                String at = format + " length=" + length;
                assertEquals(1, report.missing().size(), at);
                String missing = report.missing().getFirst();
                assertTrue(missing.contains("calls=" + report.calls()) && missing.contains(" line="), missing);
                assertEquals(calls.subList(0, (int) report.calls()), calls(copy), at);
                tooMany = Math.max(tooMany, (int) report.calls());
                deleteTree(copy);
            }
            assertEquals(calls.size(), tooMany, format + " loses no whole call where the last line alone is cut");
            Path whole = root.resolve(format + "-whole");
            assertEquals(4, read(whole, text.stripTrailing()), "editors may take the last break");
            assertEquals(8, read(root.resolve(format + "-twice"), text + text), "one behind the other");
            assertEquals(
                    1,
                    readPartial(root.resolve(format + "-after"), cutLine(text) + text)
                            .missing()
                            .size());
        }
    }

    private static String cutLine(String text) {
        return text.substring(0, text.stripTrailing().lastIndexOf('\n') + 1);
    }

    private static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Test
    void callsThatAreMissingInTheMiddleAreTold() {
        Path directory = few();
        String yaml = export(directory, ExportFormat.YAML).replaceFirst("(?s)---\n# 0:.*?(---\n# 0:)", "$1");
        String json = export(directory, ExportFormat.JSON).replaceFirst("\n\\{\"index[^\n]*", "");
        String csv = export(directory, ExportFormat.CSV).replaceFirst("\n0:[^\n]*,5678(?=\n)", "");
        for (String text : List.of(yaml, json, csv)) {
            ImportReport report = readPartial(root.resolve("copy-" + text.hashCode()), text);
            assertEquals(3, report.calls(), text);
            assertTrue(report.missing().getFirst().contains("expected=4 calls=3"), report.toString());
        }
    }

    @Test
    void whatIsWrittenByHandNeedsNoEnd() {
        Path directory = few();
        for (ExportFormat format : ExportFormat.values()) {
            String text = cutLine(export(directory, format))
                    .replace("# millrace export 2", "# millrace export 1")
                    .replace("\"millraceExport\":2", "\"millraceExport\":1");
            assertEquals(4, read(root.resolve("copy-" + format), text));
        }
    }

    @Test
    void anEmptyChannelIsExportedToo() {
        Path directory = root.resolve("empty");
        Channel.journal("empty", directory, SMALL).close();
        for (ExportFormat format : ExportFormat.values()) {
            Path copy = root.resolve("copy-" + format);
            assertEquals(0, read(copy, export(directory, format)));
            assertEquals(List.of(), calls(copy));
        }
    }

    @Test
    void theCommandRefusesACutExportAndTakesItWhereItIsToldTo() throws IOException {
        Path directory = few();
        Path file = root.resolve("few.json");
        Files.writeString(file, cutLine(export(directory, ExportFormat.JSON)));
        String copy = root.resolve("copy").toString();
        Ended refused = CommandCall.run("import", copy, file.toString());
        assertEquals(ExitCode.USAGE, refused.code());
        assertTrue(refused.err().contains("export is truncated"), refused.err());
        assertTrue(refused.err().contains("line=6 calls=4"), refused.err());
        assertTrue(refused.err().contains("file=" + file), refused.err());
        try (Stream<Path> left = Files.list(root)) {
            assertEquals(
                    List.of("few", "few.json"),
                    left.map(path -> path.getFileName().toString()).sorted().toList());
        }
        String part = root.resolve("part").toString();
        Ended taken = CommandCall.runOn(Files.readString(file), "import", "--partial", part);
        assertEquals(ExitCode.OK, taken.code());
        assertTrue(taken.err().startsWith("Imported 4 messages of a part: export is truncated"), taken.err());
        assertEquals(calls(directory), calls(Path.of(part)));
        String line = Files.readString(file).replace("count", "cuont");
        Ended wrong = CommandCall.runOn(line, "import", root.resolve("wrong").toString());
        assertEquals(ExitCode.USAGE, wrong.code());
        assertTrue(wrong.err().contains("file=(standard input)"), wrong.err());
    }

    private static void assertWrong(String text, String expected, Path copy) {
        InputException e = assertThrows(InputException.class, () -> read(copy, text));
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }
}
