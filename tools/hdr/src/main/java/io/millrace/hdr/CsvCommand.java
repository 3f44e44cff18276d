package io.millrace.hdr;

import io.millrace.measure.LatencySummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr csv}. */
@Command(name = "csv", description = "Prints a line for each interval: when it was, its count and its percentiles.")
final class CsvCommand extends LogCommand {
    private static final String HEADING = "file,tag,start_s,length_s,count,mean,p50,p90,p99,p99.9,p99.99,max\n";

    @Option(
            names = "--unit-ratio",
            paramLabel = "R",
            description = "Divides values by this; the default is ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private double ratio;

    @Override
    long run(DefectCount defects) throws IOException {
        Units.check(ratio);
        for (Path file : selection.files()) {
            String name = quoted(file.getFileName().toString());
            selection.decode(
                    file,
                    defects,
                    (line, logStart, histogram) -> row(
                            name + "," + quoted(line.tag()),
                            line.startSeconds() - logStart,
                            line.lengthSeconds(),
                            histogram));
        }
        return selection.intervals();
    }

    private void row(String name, double fromSeconds, double lengthSeconds, Histogram histogram) {
        if (selection.intervals() == 1) {
            out().print(HEADING);
        }
        LatencySummary summary = LatencySummary.of(histogram);
        out().printf(Locale.ROOT, "%s,%.3f,%.3f,%d", name, fromSeconds, lengthSeconds, summary.count());
        double[] values = {
            summary.meanNs(),
            summary.p50Ns(),
            summary.p90Ns(),
            summary.p99Ns(),
            summary.p999Ns(),
            summary.p9999Ns(),
            summary.maxNs()
        };
        for (double value : values) {
            out().printf(Locale.ROOT, ",%.3f", value / ratio);
        }
        out().print('\n');
    }

    private static String quoted(String text) {
        return text.matches("[\\w.:-]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
