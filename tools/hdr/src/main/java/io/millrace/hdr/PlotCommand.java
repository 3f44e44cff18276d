package io.millrace.hdr;

import io.millrace.cli.OutputFile;
import io.millrace.measure.LatencyGoal;
import io.millrace.measure.LatencyPlot;
import io.millrace.measure.MeasureException;
import io.millrace.measure.PlotSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr plot}. */
@Command(
        name = "plot",
        description = {
            "Writes one self-contained HTML file: percentiles of all tags and files over each other,",
            "and each over time with its throughput and with the worst pauses of the machine (tags gc, hiccup,"
                    + " jitter).",
            "With --by rate each file is a run at another rate: percentiles over the rate, by tag, also as a table, and"
                    + " the highest rate that meets each --slo."
        })
final class PlotCommand extends LogCommand {
    private static final Set<String> PAUSES = Set.of("gc", "hiccup", "jitter");
    private static final String TIME = "time";
    private static final String RATE = "rate";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "The file to write.",
            defaultValue = "latency.html")
    private Path out;

    @Option(names = "--title", paramLabel = "TEXT", description = "The heading.", defaultValue = "Latency")
    private String title;

    @Option(
            names = "--slo",
            paramLabel = "GOAL",
            description = "Draws a goal such as 99.9%%<10ms; may be repeated with --by rate.")
    private List<String> goals = List.of();

    @Option(names = "--by", paramLabel = "time|rate", description = "What is plotted along (default: time).")
    private String by = TIME;

    @Override
    long run(DefectCount defects) throws IOException {
        List<LatencyGoal> promises = goals.stream().map(LatencyGoal::parse).toList();
        if (by.equals(RATE)) {
            RatePoints points = RatePoints.read(selection, defects);
            if (selection.intervals() > 0) {
                Files.writeString(out, points.html(title));
                points.print(out(), promises);
                out().println(out);
            }
            return selection.intervals();
        }
        if (!by.equals(TIME)) {
            throw new MeasureException("a plot is by time or by rate --by=" + by);
        }
        if (promises.size() > 1) {
            throw new MeasureException("one goal is drawn over time, several need --by rate --slo=" + goals);
        }
        Optional<LatencyGoal> promise = promises.stream().findFirst();
        List<PlotSeries> series = new ArrayList<>();
        List<PlotSeries> pauses = new ArrayList<>();
        List<Path> files = selection.files();
        for (Path file : files) {
            Map<String, PlotSeries> byTag = new LinkedHashMap<>();
            String prefix = files.size() == 1 ? "" : file.getFileName() + " ";
            selection.decode(
                    file,
                    defects,
                    (line, logStart, histogram) -> byTag.computeIfAbsent(
                                    line.tag(), tag -> new PlotSeries(prefix + TagTotals.name(tag)))
                            .add(line.startSeconds() - logStart, line.lengthSeconds(), histogram));
            byTag.forEach((tag, one) -> (PAUSES.contains(tag) ? pauses : series).add(one));
        }
        if (selection.intervals() > 0) {
            Files.writeString(out, new LatencyPlot(title, series, pauses, promise).html());
            out().println(out);
        }
        return selection.intervals();
    }
}
