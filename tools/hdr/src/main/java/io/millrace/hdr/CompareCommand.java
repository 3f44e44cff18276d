package io.millrace.hdr;

import io.millrace.measure.Comparison;
import io.millrace.measure.MeasureException;
import io.millrace.measure.PercentileChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr compare}. */
@Command(
        name = "compare",
        description = {
            "Reports for each tag whether the logs of --after differ from those of --before, by percentile and with a"
                    + " 95 %% interval from a bootstrap over runs and intervals. A log is a run; runs should have taken"
                    + " turns. It refuses where the tag 'hiccup' shows that the machine behaved differently."
        })
final class CompareCommand extends LogCommand {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
    private static final Set<String> PAUSES = Set.of("gc", "hiccup", "jitter");

    @Option(
            names = "--before",
            paramLabel = "FILE",
            required = true,
            arity = "1..*",
            description = "Logs to compare with.")
    private List<Path> before;

    @Option(names = "--after", paramLabel = "FILE", arity = "1..*", description = "Logs to compare, like FILE.")
    private List<Path> after = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the draws; the default is ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private long seed;

    @Option(names = "--ignore-jitter", description = "Compares even where the machine behaved differently.")
    private boolean ignoreJitter;

    @Override
    long run(DefectCount defects) throws IOException {
        Map<String, List<List<Histogram>>> first = runs(selection.files(before), defects);
        Map<String, List<List<Histogram>>> second = runs(selection.filesAnd(after), defects);
        if (!ignoreJitter && first.containsKey("hiccup") && second.containsKey("hiccup")) {
            Comparison.checkJitter(all(first.get("hiccup")), all(second.get("hiccup")));
        }
        Set<String> tags = new TreeSet<>(first.keySet());
        tags.retainAll(second.keySet());
        tags.removeAll(PAUSES);
        if (tags.isEmpty()) {
            throw new MeasureException("the logs share no tag before=" + first.keySet() + " after=" + second.keySet());
        }
        for (String tag : tags) {
            out().println(TagTotals.name(tag));
            for (PercentileChange change : Comparison.of(first.get(tag), second.get(tag), PERCENTILES, seed)) {
                out().printf(
                                Locale.ROOT,
                                "  %12.3f us -> %12.3f us   %s%n",
                                change.beforeNs() / 1e3,
                                change.afterNs() / 1e3,
                                change.text());
            }
        }
        return selection.intervals();
    }

    private Map<String, List<List<Histogram>>> runs(List<Path> files, DefectCount defects) throws IOException {
        Map<String, List<List<Histogram>>> runs = new TreeMap<>();
        for (Path file : files) {
            Map<String, List<Histogram>> run = new TreeMap<>();
            selection.decode(
                    file,
                    defects,
                    (line, start, histogram) -> run.computeIfAbsent(line.tag(), tag -> new ArrayList<>())
                            .add(histogram));
            run.forEach((tag, intervals) ->
                    runs.computeIfAbsent(tag, name -> new ArrayList<>()).add(intervals));
        }
        return runs;
    }

    private static Histogram all(List<List<Histogram>> runs) {
        Histogram all = null;
        for (List<Histogram> run : runs) {
            for (Histogram interval : run) {
                all = TagTotals.sum(all, interval);
            }
        }
        return all;
    }
}
