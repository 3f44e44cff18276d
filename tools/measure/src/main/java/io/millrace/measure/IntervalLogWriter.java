package io.millrace.measure;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes histograms of intervals to a log in the text form of HdrHistogram (log format 1.3, encoding V2), which its own
 * reader and those in other languages read. Each line has a tag, the beginning of the interval in seconds from the
 * start of the log, its length, its largest value in milliseconds, and the histogram.
 *
 * <p>For one thread. Every line is written to the file when {@link #write} returns.
 */
public final class IntervalLogWriter implements AutoCloseable {
    private static final double MS_PER_SECOND = 1e3;
    private static final double NS_PER_MS = 1e6;

    private final Path file;
    private final PrintStream out;
    private final HistogramLogWriter writer;

    private IntervalLogWriter(Path file, PrintStream out) {
        this.file = file;
        this.out = out;
        this.writer = new HistogramLogWriter(out);
    }

    /**
     * Creates a log, replacing an existing file.
     *
     * @param startEpochMs the start of the log in milliseconds since 1970, to which all intervals are relative
     * @throws UncheckedIOException if the file cannot be written
     */
    public static IntervalLogWriter open(Path file, long startEpochMs) {
        PrintStream out;
        try {
            out = new PrintStream(new BufferedOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write log file=" + file, e);
        }
        IntervalLogWriter log = new IntervalLogWriter(file, out);
        log.writer.outputComment("[Logged by Millrace]");
        log.writer.outputLogFormatVersion();
        log.writer.outputBaseTime(startEpochMs);
        log.writer.outputStartTime(startEpochMs);
        log.writer.outputLegend();
        log.flush();
        return log;
    }

    /**
     * Returns the tag if it is valid in a log.
     *
     * @throws MeasureException if it is empty or has a comma, a space, a line break or another control character
     */
    public static String checkTag(String tag) {
        boolean isClean = tag.chars().noneMatch(c -> c == ',' || c <= ' ' || c >= 0x7f);
        if (tag.isEmpty() || !isClean) {
            throw new MeasureException("tag must not contain comma, space or control character tag=" + tag);
        }
        return tag;
    }

    /** Writes a line that readers skip. */
    public void comment(String text) {
        text.lines().forEach(writer::outputComment);
        flush();
    }

    /**
     * Writes one interval.
     *
     * @param tag whose times they are
     * @param fromMs the beginning of the interval in milliseconds after the start of the log
     * @param lengthMs its length in milliseconds
     * @param histogram times in nanoseconds
     * @throws MeasureException if the tag is not valid in a log
     * @throws UncheckedIOException if the file cannot be written
     */
    public void write(String tag, long fromMs, long lengthMs, EncodableHistogram histogram) {
        histogram.setTag(checkTag(tag));
        double fromSeconds = fromMs / MS_PER_SECOND;
        writer.outputIntervalHistogram(fromSeconds, fromSeconds + lengthMs / MS_PER_SECOND, histogram, NS_PER_MS);
        flush();
    }

    /**
     * Writes a line of another log without decoding it, so that nothing is lost.
     *
     * @param fromSeconds the beginning of the interval in seconds after the start of this log
     */
    public void copy(IntervalLine line, double fromSeconds) {
        String tag = line.tag().isEmpty() ? "" : "Tag=" + line.tag() + ",";
        out.print(tag
                + String.format(Locale.ROOT, "%.3f,%.3f,%.3f,", fromSeconds, line.lengthSeconds(), line.maxValue()));
        out.print(line.payload().text());
        out.print('\n');
        if (out.checkError()) {
            throw notWritten();
        }
    }

    private UncheckedIOException notWritten() {
        return new UncheckedIOException(new IOException("cannot write log file=" + file));
    }

    private void flush() {
        if (out.checkError()) {
            throw notWritten();
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
