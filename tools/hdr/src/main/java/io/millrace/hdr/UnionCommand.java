package io.millrace.hdr;

import io.millrace.cli.OutputFile;
import io.millrace.measure.IntervalLine;
import io.millrace.measure.IntervalLogReader;
import io.millrace.measure.IntervalLogWriter;
import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr union}. */
@Command(
        name = "union",
        description = {
            "Adds up several logs, for example of several load generators.",
            "An interval belongs to the unit of time in which its middle lies; no count is lost."
        })
final class UnionCommand extends LogCommand {
    private static final double MS = 1e3;
    private static final int OPEN_UNITS = 1_000;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = OutputFile.class,
            required = true,
            description = "The log to write.")
    private Path out;

    @Option(
            names = "--unit",
            paramLabel = "SECONDS",
            description = "The length of the intervals to make; the default is ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private double unitSeconds;

    @Option(names = "--absolute", description = "Takes logs by the clock instead of all from their own start.")
    private boolean absolute;

    @Option(names = "--tag-files", description = "Puts the name of its file before each tag, as file::tag.")
    private boolean tagFiles;

    /** Units that are not yet written, by number and then by tag. */
    private final TreeMap<Long, Map<String, Histogram>> open = new TreeMap<>();

    /** Null until there is something to write. */
    private IntervalLogWriter log;

    @Override
    long run(DefectCount defects) throws IOException {
        if (!(unitSeconds >= 0.001 && unitSeconds <= 1e9)) {
            throw new MeasureException("unit must be 0.001 s to 10^9 s unitSeconds=" + unitSeconds);
        }
        List<Path> files = selection.files();
        if (Files.exists(out) && files.stream().anyMatch(file -> isOutput(file))) {
            throw new MeasureException("the union would replace one of its parts out=" + out);
        }
        double startSeconds = start(files);
        try {
            for (Path file : files) {
                selection.decode(file, defects, (line, logStart, histogram) -> {
                    double from = line.startSeconds() - (absolute ? startSeconds : logStart);
                    add(file, line, from, histogram);
                    while (open.size() > OPEN_UNITS) {
                        write(startSeconds);
                    }
                });
            }
            while (!open.isEmpty()) {
                write(startSeconds);
            }
        } finally {
            if (log != null) {
                log.close();
            }
        }
        return selection.intervals();
    }

    private boolean isOutput(Path file) {
        try {
            return Files.isSameFile(file, out);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the earliest start of all logs. */
    private static double start(List<Path> files) throws IOException {
        double earliest = Double.POSITIVE_INFINITY;
        for (Path file : files) {
            // Defects before the first interval are reported when the file is read as a whole.
            try (IntervalLogReader reader = IntervalLogReader.open(file, defect -> {})) {
                if (reader.next() != null) {
                    earliest = Math.min(earliest, reader.startTimeSeconds());
                }
            }
        }
        return Double.isInfinite(earliest) ? 0 : earliest;
    }

    private void add(Path file, IntervalLine line, double fromSeconds, Histogram histogram) {
        long unit = (long) Math.floor((fromSeconds + line.lengthSeconds() / 2) / unitSeconds);
        String prefix = tagFiles ? file.getFileName().toString().replaceAll("[ ,]", "_") + "::" : "";
        open.computeIfAbsent(unit, number -> new TreeMap<>())
                .merge(prefix + TagTotals.name(line.tag()), histogram, TagTotals::sum);
    }

    /** Writes the earliest unit. An interval that comes later for the same unit gets a line of its own. */
    private void write(double startSeconds) {
        if (log == null) {
            log = IntervalLogWriter.open(out, Math.round(startSeconds * MS));
        }
        Map.Entry<Long, Map<String, Histogram>> unit = open.pollFirstEntry();
        long fromMs = Math.round(unit.getKey() * unitSeconds * MS);
        unit.getValue().forEach((tag, times) -> log.write(tag, fromMs, Math.round(unitSeconds * MS), times));
    }
}
