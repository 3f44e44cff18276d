package io.millrace.hdr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProvider;
import io.millrace.leaks.Tolerates;
import io.millrace.measure.IntervalLine;
import io.millrace.measure.IntervalLogReader;
import io.millrace.measure.IntervalLogWriter;
import io.millrace.measure.LatencyRecorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tolerates(files = ".*/run\\.hlog", because = "HistogramLogProcessor leaves the log that it reads open")
class HdrCommandTest {
    private static final long START_MS = 1_700_000_000_000L;
    private static final long LARGEST = 1_000_447;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void theCommandIsFoundByTheServiceLoader() {
        assertEquals(
                1,
                ServiceLoader.load(CommandProvider.class).stream()
                        .filter(provider -> provider.type() == HdrCommands.class)
                        .count());
    }

    @Test
    void aSummaryHasEveryTagOfAllFiles() {
        Path first = log("first.hlog", START_MS, 1.0, 10);
        Path second = log("second.hlog", START_MS, 1.0, 10);
        assertEquals(0, run("summarize", first, second));
        List<String> lines = out.toString().lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.get(1).startsWith("read-rt"), lines.get(1));
        String[] cells = lines.get(1).split(" +", -1);
        assertEquals("20000", cells[1]);
        assertEquals("20", cells[2]);
        assertEquals("2000.0", cells[3]);
        Histogram all = read(first, "read-rt").get("read-rt");
        all.add(read(second, "read-rt").get("read-rt"));
        assertEquals(all.getValueAtPercentile(99) / 1e3, Double.parseDouble(cells[6]), 0.001);
    }

    @Test
    void whereNoIntervalIsSelectedThatIsSaid() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.hlog"));
        Path full = log("full.hlog", START_MS, 1.0, 10);
        for (List<Object> command : List.of(
                List.<Object>of("summarize", empty),
                List.<Object>of("check", empty),
                List.<Object>of("csv", empty, "--tag", "nosuch"))) {
            assertEquals(2, run(command.toArray()), command::toString);
            assertEquals("millrace: no interval is selected logs=[" + empty + "]\n", err.toString());
        }
        assertEquals(2, run("csv", full, "--tag", "nosuch"));
        assertEquals(0, run("summarize", empty, full));
    }

    @Test
    void aLongLogIsAddedUpInPartsAndItsDamageNamedInOrder() throws IOException {
        List<String> few = Files.readAllLines(log("few.hlog", START_MS, 1.0, 10));
        List<String> data = few.stream().filter(line -> line.startsWith("Tag=")).toList();
        Path many = directory.resolve("many.hlog");
        StringBuilder text = new StringBuilder();
        List<Integer> damaged = List.of(5, 6, 1_500, 2_500, 3_999);
        few.stream()
                .filter(line -> !line.startsWith("Tag="))
                .forEach(line -> text.append(line).append('\n'));
        int head = few.size() - data.size();
        for (int i = 0; i < 4_000; i++) {
            String line = data.get(i % data.size());
            boolean isCut = damaged.contains(i) && i % 2 == 0;
            text.append(isCut ? line.substring(0, line.length() - 80) : damaged.contains(i) ? "?" : line);
            text.append('\n');
        }
        Files.writeString(many, text);
        assertEquals(3, run("summarize", many));
        assertTrue(Files.size(many) > 4 << 20, "bytes=" + Files.size(many));
        List<String> named = err.toString()
                .lines()
                .filter(line -> line.contains("damaged line file="))
                .map(line -> line.replaceAll(".* line=(\\d+) .*", "$1"))
                .toList();
        assertEquals(damaged.stream().map(i -> Integer.toString(head + i + 1)).toList(), named);
        List<String> rows = out.toString().lines().toList();
        long evenDamaged = damaged.stream().filter(i -> i % 2 == 0).count();
        assertEquals("" + (2_000 - evenDamaged) * 1_000, rows.get(1).split(" +", -1)[1]);
        assertEquals(
                "" + (2_000 - damaged.size() + evenDamaged) * 1_000, rows.get(2).split(" +", -1)[1]);
    }

    @Test
    void tagsFilesAndTimesAreSelected() {
        Path log = log("run.hlog", START_MS, 1.0, 10);
        assertEquals(0, run("summarize", log, "--tag", "read-st"));
        assertEquals(2, out.toString().lines().count());
        assertEquals(2, run("summarize", log, "--exclude-tags", "read-.t"));
        assertEquals("", out.toString());
        assertEquals(0, run("summarize", log, "--start", "3", "--end", "5", "--tag", "read-rt"));
        assertTrue(out.toString().contains(" 2000 "), out.toString());
        log("other.log", START_MS, 1.0, 1);
        assertEquals(0, run("summarize", directory, "--files", "other.*", "--tag", "read-rt"));
        assertTrue(out.toString().contains(" 1000 "), out.toString());
        assertEquals(2, run("summarize", directory, "--files", "nothing"));
        assertTrue(err.toString().contains("no log is selected"), err.toString());
        assertEquals(2, run("summarize", log, "--tags", "("));
        assertTrue(err.toString().contains("not a regular expression regex=("), err.toString());
    }

    @Test
    void damagedLinesAreCountedAndAnExitCode() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 5);
        Files.writeString(log, "Tag=read-rt,7,1,1,HISTFAAAAA\nthis is nothing\n", StandardOpenOption.APPEND);
        assertEquals(3, run("summarize", log));
        assertTrue(err.toString().contains("lines were damaged and left out count=2"), err.toString());
        assertTrue(err.toString().contains("line=16"), err.toString());
        assertEquals(3, run("check", log));
        assertTrue(out.toString().contains("intervals=10 values=10000 tags=[read-rt, read-st]"), out.toString());
        assertTrue(out.toString().contains("damaged=2"), out.toString());
    }

    @Test
    void whereNoLineIsWholeNothingIsWritten() throws IOException {
        Path log = Files.writeString(directory.resolve("run.hlog"), "Tag=read-rt,7,1,1,HISTFAAAAA\nthis is nothing\n");
        Path output = directory.resolve("output");
        String said = "millrace: damaged line file=" + log + " line=1 histogram is too short bytes=7\n"
                + "millrace: damaged line file=" + log
                + " line=2 not of the form [Tag=name,]start,length,max,histogram\n"
                + "millrace: lines were damaged and left out count=2\n"
                + "millrace: no interval is whole logs=[" + log + "]\n";
        for (List<Object> command : List.of(
                List.<Object>of("plot", log, "--out", output),
                List.<Object>of("union", log, "--out", output),
                List.<Object>of("hgrm", log, "--to", output),
                List.<Object>of("csv", log),
                List.<Object>of("summarize", log))) {
            assertEquals(3, run(command.toArray()), command::toString);
            assertEquals(said, err.toString());
            assertEquals("", out.toString(), command::toString);
            assertFalse(Files.exists(output), command::toString);
        }
        Files.writeString(output, "what was there");
        assertEquals(3, run("union", log, "--out", output));
        assertEquals(2, run("plot", log("full.hlog", START_MS, 1.0, 1), "--out", output, "--tag", "nosuch"));
        assertEquals("what was there", Files.readString(output));
        assertEquals(2, run("csv", directory.resolve("none.hlog")));
        assertEquals("", out.toString());
    }

    @Test
    void noTwoTagsNorLogsAreWrittenToTheSameFile() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 2);
        Path same = directory.resolve("same.hlog");
        Files.writeString(same, Files.readString(log).replace("read-rt", "a/b").replace("read-st", "a_b"));
        for (String command : List.of("split", "hgrm")) {
            assertEquals(2, run(command, same, "--to", directory.resolve(command)));
            assertTrue(err.toString().contains("two tags would get the same file file="), err.toString());
            assertEquals(List.of(), namesIn(directory.resolve(command)));
        }
        Path other = Files.createDirectory(directory.resolve("other")).resolve("run.hlog");
        Files.copy(log, other);
        assertEquals(2, run("split", log, other, "--to", directory.resolve("parts")));
        assertTrue(err.toString().contains("/parts/read-rt-run.hlog tag=read-rt"), err.toString());
        assertEquals(List.of(), namesIn(directory.resolve("parts")));

        Path read = directory.resolve("read-rt-run.hlog");
        Files.copy(log, read);
        assertEquals(2, run("split", log, read, "--to", directory));
        assertTrue(err.toString().contains("the output would replace a log that is read file=" + read), err.toString());
        assertEquals(Files.readString(log), Files.readString(read));
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void checkSeesIntervalsOutOfOrderAndBeforeTheStart() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 2);
        List<String> lines = Files.readAllLines(log);
        lines.add(lines.get(lines.size() - 2).replaceFirst(",1.000,", ",-4.000,"));
        Files.write(log, lines);
        assertEquals(0, run("check", log));
        assertTrue(out.toString().contains("outOfOrder=1 beforeStart=1 damaged=0"), out.toString());
    }

    @Test
    void checkNamesOverlapsDuplicatesAndGapsWithLinesAndTimes() throws IOException {
        String payload = payload();
        Path log = Files.writeString(directory.resolve("odd.hlog"), """
                #[StartTime: 1700000000.000 (seconds since epoch)]
                Tag=a,0.000,1.000,1.000,%1$s
                Tag=b,0.000,1.000,1.000,%1$s
                Tag=a,0.500,1.000,1.000,%1$s
                Tag=a,1.500,1.000,1.000,%1$s
                Tag=a,1.500,1.000,1.000,%1$s
                Tag=a,4.000,0.500,1.000,%1$s
                Tag=b,1.001,0.999,1000.000,%1$s
                Tag=a,0.900,0.200,1.000,%1$s
                """.formatted(payload));
        assertEquals(3, run("check", log));
        assertEquals(
                List.of(
                        "interval overlaps an earlier one: file=" + log
                                + " line=4 tag=a from=0.500 to=1.500 otherLine=2 otherFrom=0.000 otherTo=1.000",
                        "interval is of the same time as the one in the line before: file=" + log
                                + " line=6 tag=a from=1.500 to=2.500 otherLine=5 otherFrom=1.500 otherTo=2.500",
                        "interval leaves a gap to the earlier ones: file=" + log
                                + " line=7 tag=a from=4.000 to=4.500 otherLine=2-6 otherFrom=0.000 otherTo=2.500",
                        "interval states its largest value in another unit than the first line: file=" + log
                                + " line=8 tag=b stated=1000.000 largest=" + LARGEST + " unit=1e3 firstUnit=1e6",
                        "interval begins before the one in the line before: file=" + log
                                + " line=9 tag=a from=0.900 to=1.100 otherLine=7 otherFrom=4.000 otherTo=4.500",
                        "interval overlaps an earlier one: file=" + log
                                + " line=9 tag=a from=0.900 to=1.100 otherLine=2-6 otherFrom=0.000 otherTo=2.500",
                        log + ": intervals=8 values=8 tags=[a, b] outOfOrder=1 beforeStart=0 damaged=0 overlaps=2"
                                + " duplicates=1 gaps=1 otherUnit=1 otherStart=0"),
                out.toString().lines().toList());
    }

    /** Times in logs are rounded, so a millisecond is no overlap; the other interval may begin later. */
    @Test
    void checkComparesAnIntervalWithTheOneAfterItAndAllowsForRounding() throws IOException {
        Path log = Files.writeString(directory.resolve("reach.hlog"), """
                #[StartTime: 1700000000.000 (seconds since epoch)]
                Tag=a,0.000,1.000,1.000,%1$s
                Tag=a,4.000,1.000,1.000,%1$s
                Tag=a,0.999,1.000,1.000,%1$s
                Tag=a,3.500,1.000,1.000,%1$s
                """.formatted(payload()));
        assertEquals(3, run("check", log));
        assertEquals(
                List.of("interval overlaps an earlier one: file=" + log
                        + " line=5 tag=a from=3.500 to=4.500 otherLine=3 otherFrom=4.000 otherTo=5.000"),
                out.toString()
                        .lines()
                        .filter(line -> line.startsWith("interval overlaps"))
                        .toList());
    }

    @Test
    void aLogThatWasAppendedToAnotherIsSeen() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 3);
        Path twice = directory.resolve("twice.hlog");
        Files.writeString(twice, Files.readString(log) + Files.readString(log));
        assertEquals(3, run("check", twice));
        assertTrue(out.toString().contains(" outOfOrder=2 "), out.toString());
        assertTrue(out.toString().contains(" overlaps=6 "), out.toString());
    }

    /** Rates of a log with overlapping intervals are too high, which every command that prints them reports. */
    @Test
    void commandsSayThatIntervalsOverlap() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 2);
        List<String> lines = Files.readAllLines(log);
        Files.write(log, lines);
        assertEquals(0, run("summarize", log));
        assertEquals("", err.toString());
        assertFalse(out.toString().contains("unknown"), out.toString());
        lines.add(lines.getLast());
        Files.write(log, lines);
        assertEquals(3, run("summarize", log));
        assertTrue(out.toString().contains(" unknown "), out.toString());
        assertTrue(
                err.toString()
                        .startsWith("millrace: intervals of a tag overlap, so that rates and counts of a time"
                                + " are too high count=1 first: file=" + log + " line=" + lines.size()),
                err.toString());
    }

    private static String payload() {
        Histogram one = LatencyRecorder.newHistogram();
        one.recordValue(LARGEST);
        ByteBuffer buffer = ByteBuffer.allocate(one.getNeededByteBufferCapacity());
        byte[] bytes = new byte[one.encodeIntoCompressedByteBuffer(buffer)];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void splitAndUnionLoseNothing() throws IOException {
        Path log = log("run.hlog", START_MS, 1.0, 10);
        Path parts = directory.resolve("parts");
        assertEquals(0, run("split", log, "--to", parts));
        assertEquals(2, out.toString().lines().count());
        Path united = directory.resolve("united.hlog");
        assertEquals(0, run("union", parts, "--out", united));
        assertEquals(read(log, null), read(united, null));
        assertEquals(lines(log), lines(united));
    }

    @Test
    void aUnionOfGeneratorsAddsTheirIntervalsUp() {
        Path first = log("first.hlog", START_MS, 1.0, 10);
        Path second = log("second.hlog", START_MS + 3_000, 2.0, 10);
        Path united = directory.resolve("united.out");
        assertEquals(0, run("union", first, second, "--out", united, "--unit", "5"));
        assertEquals(4, lines(united));
        assertEquals(20_000, read(united, null).get("read-rt").getTotalCount());
        assertEquals(0, run("union", first, second, "--out", united, "--absolute", "--tag-files"));
        assertEquals(40, lines(united));
        assertEquals(10_000, read(united, null).get("second.hlog::read-rt").getTotalCount());
    }

    @Test
    void aUnionDoesNotReplaceOneOfItsParts() {
        Path log = log("run.hlog", START_MS, 1.0, 1);
        assertEquals(2, run("union", log, "--out", log));
        assertEquals(
                2_000,
                read(log, null).values().stream()
                        .mapToLong(Histogram::getTotalCount)
                        .sum());
    }

    @Test
    void percentileFilesAreTheSameBytesAsThoseOfHdrHistogram() throws Exception {
        Path log = log("run.hlog", START_MS, 1.0, 10);
        assertEquals(0, run("hgrm", log, "--to", directory.resolve("ours")));
        String stem = directory.resolve("theirs").toString();
        HistogramLogProcessor processor =
                new HistogramLogProcessor(new String[] {"-i", log.toString(), "-o", stem, "-tag", "read-rt"});
        processor.start();
        processor.join();
        // The processor puts lines of its own, about the range of time, in front of what the histogram writes.
        String theirs = Files.readString(Path.of(stem + ".hgrm"));
        assertEquals(
                theirs.replaceFirst("(?s)\\A(#[^\n]*\n)+", ""),
                Files.readString(directory.resolve("ours/read-rt.hgrm")));
    }

    @Test
    void csvHasALineForEachInterval() {
        assertEquals(0, run("csv", log("a b.hlog", START_MS, 1.0, 3), "--tag", "read-st"));
        List<String> lines = out.toString().lines().toList();
        assertEquals("file,tag,start_s,length_s,count,mean,p50,p90,p99,p99.9,p99.99,max", lines.getFirst());
        assertEquals(4, lines.size());
        assertTrue(lines.get(2).startsWith("\"a b.hlog\",read-st,1.000,1.000,1000,"), lines.get(2));
    }

    @Test
    void aPlotIsOneFile() throws IOException {
        Path plot = directory.resolve("plot.html");
        assertEquals(
                0,
                run(
                        "plot",
                        log("run.hlog", START_MS, 1.0, 10),
                        "--out",
                        plot,
                        "--slo",
                        "99%<10ms",
                        "--title",
                        "A & B"));
        String html = Files.readString(plot);
        assertTrue(html.contains("A &amp; B") && html.contains("read-rt over time"), html);
        assertEquals(2, run("plot", log("run.hlog", START_MS, 1.0, 1), "--slo", "fast"));
    }

    @Test
    void runsAreCompared() {
        List<Object> faster = List.of(
                "compare",
                "--before",
                log("b1.hlog", 1, 1.0, 20),
                log("b2.hlog", 2, 1.0, 20),
                "--after",
                log("a1.hlog", 3, 0.5, 20),
                log("a2.hlog", 4, 0.5, 20));
        assertEquals(0, run(faster.toArray()));
        String said = out.toString();
        assertTrue(said.lines().anyMatch(line -> line.matches(".*p50 \\S+ to \\S+ lower")), said);
        // Files without an option are those of --after.
        Path[] files = {directory.resolve("b1.hlog"), directory.resolve("b2.hlog")};
        assertEquals(
                0,
                run(
                        "compare",
                        directory.resolve("a1.hlog"),
                        directory.resolve("a2.hlog"),
                        "--before",
                        files[0],
                        "--before",
                        files[1]));
        assertEquals(said, out.toString());
        assertEquals(2, run("compare", "--before", files[0], files[1]));
        assertTrue(err.toString().contains("no log is selected"), err.toString());
    }

    @Test
    void aMissingFileAndAMissingCommandAreNamed() {
        assertEquals(2, run("summarize", directory.resolve("none.hlog")));
        assertTrue(err.toString().contains("no such log file="), err.toString());
        assertEquals(2, run());
    }

    private int run(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] texts = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            texts[i] = arguments[i].toString();
        }
        CommandLine hdr = HdrCommand.commandLine();
        hdr.setOut(new PrintWriter(out, true));
        hdr.setErr(new PrintWriter(err, true));
        return hdr.execute(texts);
    }

    /** A thousand exponential times a second for each of two tags, around the factor in milliseconds. */
    private Path log(String name, long startMs, double factor, int intervals) {
        Path file = directory.resolve(name);
        SplittableRandom random = new SplittableRandom(startMs + name.hashCode());
        try (IntervalLogWriter log = IntervalLogWriter.open(file, startMs)) {
            for (int i = 0; i < intervals; i++) {
                for (String tag : new String[] {"read-rt", "read-st"}) {
                    Histogram histogram = LatencyRecorder.newHistogram();
                    for (int n = 0; n < 1_000; n++) {
                        histogram.recordValue((long) (-1e6 * factor * Math.log(1 - random.nextDouble())) + 1);
                    }
                    log.write(tag, i * 1_000L, 1_000, histogram);
                }
            }
        }
        return file;
    }

    private static int lines(Path file) {
        try (IntervalLogReader reader = IntervalLogReader.open(file, defect -> {})) {
            int lines = 0;
            while (reader.next() != null) {
                lines++;
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Histogram> read(Path file, String only) {
        Map<String, Histogram> byTag = new TreeMap<>();
        try (IntervalLogReader reader = IntervalLogReader.open(file, defect -> {})) {
            for (IntervalLine line = reader.next(); line != null; line = reader.next()) {
                if (only == null || only.equals(line.tag())) {
                    byTag.computeIfAbsent(line.tag(), tag -> LatencyRecorder.newHistogram())
                            .add(line.payload().decode());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return byTag;
    }
}
