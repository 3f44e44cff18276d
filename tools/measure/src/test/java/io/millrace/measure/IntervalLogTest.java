package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {
    private static final long START_MS = 1_700_000_000_250L;

    private final List<LogDefect> defects = new ArrayList<>();

    @TempDir
    Path directory;

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Path log = written();
        List<IntervalLine> lines = read(Files.readString(log));
        assertEquals(List.of(), defects);
        assertEquals(2, lines.size());
        IntervalLine second = lines.get(1);
        assertEquals("write-st", second.tag());
        assertEquals(1_700_000_001.25, second.startSeconds(), 1e-6);
        assertEquals(0.5, second.lengthSeconds(), 1e-6);
        assertEquals(7.004, second.maxValue(), 0.01);
        assertEquals(histogram(5_000, 7_000_000), second.payload().decode());
    }

    @Test
    void hdrHistogramsOwnReaderReadsTheLog() throws IOException {
        try (HistogramLogReader reader = new HistogramLogReader(written().toFile())) {
            EncodableHistogram first = reader.nextIntervalHistogram();
            assertEquals("read-rt", first.getTag());
            assertEquals(START_MS, first.getStartTimeStamp());
            assertEquals(START_MS + 1_000, first.getEndTimeStamp());
            assertEquals(histogram(1_000, 2_000), first);
            assertEquals("write-st", reader.nextIntervalHistogram().getTag());
            assertNull(reader.nextIntervalHistogram());
        }
    }

    @Test
    void theLocaleOfTheMachineDoesNotShowInTheLog() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertEquals(2, read(Files.readString(written())).size());
        } finally {
            Locale.setDefault(before);
        }
        assertEquals(List.of(), defects);
    }

    @Test
    void stampsAreRelativeToTheBaseTimeWhereThereIsOne() {
        assertEquals(
                1_010.5,
                only("#[StartTime: 1000.0 (seconds)]\n#[BaseTime: 1000.0 (seconds)]\n10.5,1,0,X")
                        .startSeconds());
    }

    @Test
    void stampsLongBeforeTheStartTimeAreRelativeToIt() {
        assertEquals(
                1_700_000_010.0,
                only("#[StartTime: 1700000000.0 (x)]\n10,1,0,X").startSeconds());
    }

    @Test
    void stampsNearTheStartTimeAreAbsolute() {
        assertEquals(
                1_699_999_999.0,
                only("#[StartTime: 1700000000.0 (x)]\n1699999999,1,0,X").startSeconds());
    }

    @Test
    void withoutAnyTimeStampsAreTakenAsTheyAre() {
        assertEquals(
                10.0,
                only("\"StartTimestamp\",\"EndTimestamp\",\"Max\",\"Histogram\"\n10,1,0,X")
                        .startSeconds());
    }

    @Test
    void intervalsMayBeOutOfOrderAndSeparatedBySpaces() {
        List<IntervalLine> lines = read("Tag=a,20,1,0,X\r\n\r\n  10 1 0 Y\nTag=b,15,1,0,Z");
        assertEquals(
                List.of(20.0, 10.0, 15.0),
                lines.stream().map(IntervalLine::startSeconds).toList());
        assertEquals(
                List.of("a", "", "b"), lines.stream().map(IntervalLine::tag).toList());
        assertEquals("Z", lines.get(2).payload().text());
    }

    @Test
    void aDamagedLineIsReportedWithItsNumberAndTheNextIsRead() {
        List<IntervalLine> lines = read("1,1,0,X\nTag=a\n1,x,0,X\n1e300,1,0,X\nNaN,1,0,X\n1,-1,0,X\n1,2\n9,1,0,Y\n");
        assertEquals(2, lines.size());
        assertEquals(
                List.of(2L, 3L, 4L, 5L, 6L, 7L),
                defects.stream().map(LogDefect::line).toList());
        assertEquals("negative length length=-1.0", defects.get(4).reason());
    }

    @Test
    void anEndlessLineTakesNoEndlessMemory() {
        byte[] text = ("x".repeat(IntervalLogReader.LONGEST_LINE_BYTES + 1) + "\n3,1,0,Y\n")
                .getBytes(StandardCharsets.US_ASCII);
        assertEquals(1, read(text).size());
        assertEquals(1, defects.size());
        assertTrue(
                defects.getFirst().reason().startsWith("longer than"),
                defects.getFirst().reason());
    }

    @Test
    void aTagThatWouldBreakTheLineIsNotWritten() {
        try (IntervalLogWriter log = IntervalLogWriter.open(directory.resolve("tag.hlog"), 0)) {
            assertThrows(MeasureException.class, () -> log.write("a,b", 0, 1, histogram(1)));
        }
    }

    @Test
    void aLogThatCannotBeWrittenIsAnError() {
        Path nowhere = directory.resolve("missing/log.hlog");
        UncheckedIOException error = assertThrows(UncheckedIOException.class, () -> IntervalLogWriter.open(nowhere, 0));
        assertTrue(error.getMessage().contains("file=" + nowhere), error.getMessage());
    }

    private Path written() {
        Path file = directory.resolve("log.hlog");
        try (IntervalLogWriter log = IntervalLogWriter.open(file, START_MS)) {
            log.comment("rate=10000/s");
            log.write("read-rt", 0, 1_000, histogram(1_000, 2_000));
            log.write("write-st", 1_000, 500, histogram(5_000, 7_000_000));
        }
        return file;
    }

    private static Histogram histogram(long... values) {
        Histogram histogram = LatencyRecorder.newHistogram();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    private IntervalLine only(String text) {
        List<IntervalLine> lines = read(text);
        assertEquals(List.of(), defects);
        assertEquals(1, lines.size());
        return lines.getFirst();
    }

    private List<IntervalLine> read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<IntervalLine> read(byte[] text) {
        List<IntervalLine> lines = new ArrayList<>();
        try (IntervalLogReader reader = new IntervalLogReader(new ByteArrayInputStream(text), defects::add)) {
            for (IntervalLine line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
