package io.millrace.hdr;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr summarize}. */
@Command(
        name = "summarize",
        description = {
            "Prints count, throughput and percentiles of each tag, all files together.",
            "Throughput is the count over the longest span of time of any tag; it is unknown where intervals of a tag",
            "overlap, which ends the command with 3."
        })
final class SummarizeCommand extends LogCommand {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999};

    @Option(
            names = "--unit-ratio",
            paramLabel = "R",
            description = "Divides values by this; the default ${DEFAULT-VALUE} makes us of ns.",
            defaultValue = "1000")
    private double ratio;

    @Override
    long run(DefectCount defects) throws IOException {
        Units.check(ratio);
        TagTotals totals = TotalsReader.read(selection, defects);
        if (totals.intervals() == 0) {
            return 0;
        }
        double span = totals.longestSpanSeconds();
        int width =
                totals.byTag().keySet().stream().mapToInt(String::length).max().orElse(0);
        String head = "%-" + Math.max(8, width) + "s %12s %9s %12s";
        out().printf(Locale.ROOT, head, "tag (" + Units.name(ratio) + ")", "count", "intervals", "per second");
        for (double percentile : PERCENTILES) {
            out().printf(Locale.ROOT, " %12s", "p" + Units.trimmed(percentile));
        }
        out().printf(Locale.ROOT, " %12s%n", "max");
        for (Map.Entry<String, TagTotals.Total> tag : totals.byTag().entrySet()) {
            Histogram times = tag.getValue().times();
            boolean isKnown = span > 0 && selection.overlaps() == 0;
            String rate = isKnown ? String.format(Locale.ROOT, "%.1f", times.getTotalCount() / span) : "unknown";
            out().printf(
                            Locale.ROOT,
                            "%-" + Math.max(8, width) + "s %12d %9d %12s",
                            TagTotals.name(tag.getKey()),
                            times.getTotalCount(),
                            tag.getValue().intervals(),
                            rate);
            for (double percentile : PERCENTILES) {
                out().printf(Locale.ROOT, " %12.3f", times.getValueAtPercentile(percentile) / ratio);
            }
            out().printf(Locale.ROOT, " %12.3f%n", times.getMaxValue() / ratio);
        }
        return totals.intervals();
    }

    @Override
    boolean isWrongWhereOverlapping() {
        return true;
    }
}
