package io.millrace.hdr;

import io.millrace.cli.OutputFile;
import io.millrace.measure.LatencyGoal;
import io.millrace.measure.LatencyPlot;
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
            "and each over time with its throughput and with the worst pauses of the machine (tags gc, hiccup, jitter)."
        })
final class PlotCommand extends LogCommand {
    private static final Set<String> PAUSES = Set.of("gc", "hiccup", "jitter");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "The file to write.",
            defaultValue = "latency.html")
    private Path out;

    @Option(names = "--title", paramLabel = "TEXT", description = "The heading.", defaultValue = "Latency")
    private String title;

    @Option(names = "--slo", paramLabel = "GOAL", description = "Draws a goal such as 99.9%%<10ms.")
    private String goal;

    @Override
    long run(DefectCount defects) throws IOException {
        Optional<LatencyGoal> promise = Optional.ofNullable(goal).map(LatencyGoal::parse);
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
