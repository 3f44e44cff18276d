package io.millrace.hdr;

import io.millrace.hdr.IntervalOrder.Finding;
import io.millrace.measure.HistogramDecoder;
import io.millrace.measure.IntervalLine;
import io.millrace.measure.IntervalLogReader;
import io.millrace.measure.LogDefect;
import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files, tags and times of logs a command looks at. */
final class LogSelection {
    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Logs, or folders of logs (*.hlog, *.log, *.hdr).")
    private List<Path> paths = List.of();

    @Option(names = "--tag", paramLabel = "TAG", description = "Only this tag; may be repeated. '' is no tag.")
    private List<String> tags = List.of();

    @Option(names = "--exclude-tag", paramLabel = "TAG", description = "Not this tag; may be repeated.")
    private List<String> excludedTags = List.of();

    @Option(names = "--tags", paramLabel = "REGEX", description = "Only tags that match as a whole.")
    private String tagPattern;

    @Option(names = "--exclude-tags", paramLabel = "REGEX", description = "No tags that match as a whole.")
    private String excludedTagPattern;

    @Option(names = "--files", paramLabel = "REGEX", description = "Only files whose name matches as a whole.")
    private String filePattern;

    @Option(names = "--exclude-files", paramLabel = "REGEX", description = "No files whose name matches as a whole.")
    private String excludedFilePattern;

    @Option(names = "--start", paramLabel = "SECONDS", description = "Only intervals from here, after the log's start.")
    private double start = Double.NEGATIVE_INFINITY;

    @Option(names = "--end", paramLabel = "SECONDS", description = "Only intervals that begin before this.")
    private double end = Double.POSITIVE_INFINITY;

    private long intervals;
    private long overlaps;
    private String firstOverlap = "";

    /** Gets what was selected. */
    @FunctionalInterface
    interface Visitor {
        /** Takes an interval; {@code logStartSeconds} is the start of its log in the time of the interval. */
        void interval(IntervalLine line, double logStartSeconds) throws IOException;
    }

    /** Gets what was selected, decoded. */
    @FunctionalInterface
    interface DecodedVisitor {
        /** Takes an interval and its histogram. */
        void interval(IntervalLine line, double logStartSeconds, Histogram histogram) throws IOException;
    }

    /**
     * Returns the selected files in order.
     *
     * @throws MeasureException if there are none
     */
    List<Path> files() throws IOException {
        return files(paths);
    }

    /** Returns the selected files in order, with those of an option. */
    List<Path> filesAnd(List<Path> others) throws IOException {
        List<Path> all = new ArrayList<>(paths);
        all.addAll(others);
        return files(all);
    }

    List<Path> files(List<Path> from) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : from) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> inside = Files.list(path)) {
                    inside.filter(file -> file.toString().matches(".*\\.(hlog|log|hdr)"))
                            .sorted()
                            .forEach(files::add);
                }
            } else if (Files.exists(path)) {
                files.add(path);
            } else {
                throw new MeasureException("no such log file=" + path);
            }
        }
        files.removeIf(file -> !matches(filePattern, file.getFileName().toString(), true)
                || matches(excludedFilePattern, file.getFileName().toString(), false));
        if (files.isEmpty()) {
            throw new MeasureException("no log is selected given=" + from);
        }
        return files;
    }

    private static boolean matches(String pattern, String text, boolean without) {
        if (pattern == null) {
            return without;
        }
        try {
            return Pattern.matches(pattern, text);
        } catch (PatternSyntaxException e) {
            throw new MeasureException("not a regular expression regex=" + pattern, e);
        }
    }

    private boolean includes(IntervalLine line, double startSeconds) {
        double offset = line.startSeconds() - startSeconds;
        return (tags.isEmpty() || tags.contains(line.tag()))
                && !excludedTags.contains(line.tag())
                && matches(tagPattern, line.tag(), true)
                && !matches(excludedTagPattern, line.tag(), false)
                && offset >= start
                && offset < end;
    }

    /** Returns the logs and folders that were given. */
    List<Path> paths() {
        return paths;
    }

    /** Returns how many intervals were handed out as selected and whole so far. */
    long intervals() {
        return intervals;
    }

    /**
     * Returns how many of those overlap an earlier one of their tag in the same log, which makes counts in a time too
     * high.
     */
    long overlaps() {
        return overlaps;
    }

    /** Returns which was the first of them. */
    String firstOverlap() {
        return firstOverlap;
    }

    private void noteOverlap(Path file, Finding finding, IntervalLine line, String details) {
        if (finding == Finding.OVERLAP || finding == Finding.DUPLICATE) {
            if (overlaps++ == 0) {
                firstOverlap =
                        "file=" + file + " line=" + line.lineNumber() + " tag=" + TagTotals.name(line.tag()) + details;
            }
        }
    }

    /** Reads the selected intervals of a file, in the order in which they stand there, without decoding them. */
    void read(Path file, DefectCount defects, Visitor visitor) throws IOException {
        read(file, defect -> defects.add(file, defect), (line, startSeconds) -> {
            intervals++;
            visitor.interval(line, startSeconds);
        });
    }

    /** Reads as above, without counting; damaged lines go to {@code defects} as they are met. */
    void read(Path file, Consumer<LogDefect> defects, Visitor visitor) throws IOException {
        IntervalOrder order = new IntervalOrder();
        try (IntervalLogReader reader = IntervalLogReader.open(file, defects)) {
            for (IntervalLine line = reader.next(); line != null; line = reader.next()) {
                if (includes(line, reader.startTimeSeconds())) {
                    order.add(
                            line,
                            reader.startTimeSeconds(),
                            (finding, at, details) -> noteOverlap(file, finding, at, details));
                    visitor.interval(line, reader.startTimeSeconds());
                }
            }
        }
    }

    /** Reads the selected intervals of a file and decodes them; a histogram that is damaged counts as a defect. */
    void decode(Path file, DefectCount defects, DecodedVisitor visitor) throws IOException {
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            read(file, defect -> defects.add(file, defect), (line, startSeconds) -> {
                Histogram histogram = decoded(file, line, decoder, defects);
                if (histogram != null) {
                    intervals++;
                    visitor.interval(line, startSeconds, histogram);
                }
            });
        }
    }

    private static Histogram decoded(Path file, IntervalLine line, HistogramDecoder decoder, DefectCount defects) {
        try {
            return decoder.decode(line.payload());
        } catch (MeasureException e) {
            defects.add(file, new LogDefect(line.lineNumber(), e.getMessage()));
            return null;
        }
    }
}
