package io.millrace.hdr;

import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr hgrm}. */
@Command(
        name = "hgrm",
        description = "Writes the percentile distribution of each tag as TAG.hgrm, as HdrHistogram itself writes it.")
final class HgrmCommand extends LogCommand {
    private static final int MAX_TICKS = 1_000;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "Where to write; the default is here.",
            defaultValue = ".")
    private Path directory;

    @Option(
            names = "--unit-ratio",
            paramLabel = "R",
            description = "Divides values by this; the default ${DEFAULT-VALUE} makes ms of ns.",
            defaultValue = "1000000")
    private double ratio;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            description = "Rows for each halving of the share that is left; the default is ${DEFAULT-VALUE}.",
            defaultValue = "5")
    private int ticks;

    @Override
    long run(DefectCount defects) throws IOException {
        Units.check(ratio);
        if (ticks < 1 || ticks > MAX_TICKS) {
            throw new MeasureException("ticks out of range ticks=" + ticks + " limit=" + MAX_TICKS);
        }
        TagTotals totals = TotalsReader.read(selection, defects);
        TagFiles files = new TagFiles(directory, selection.files());
        Map<Path, TagTotals.Total> byFile = new LinkedHashMap<>();
        for (Map.Entry<String, TagTotals.Total> tag : totals.byTag().entrySet()) {
            byFile.put(files.of(tag.getKey(), ".hgrm"), tag.getValue());
        }
        for (Map.Entry<Path, TagTotals.Total> one : byFile.entrySet()) {
            write(one.getKey(), one.getValue().times());
            out().println(one.getKey());
        }
        return totals.intervals();
    }

    private void write(Path file, Histogram times) throws IOException {
        try (PrintStream to = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.US_ASCII)) {
            times.outputPercentileDistribution(to, ticks, ratio);
            if (to.checkError()) {
                throw new IOException("cannot write file=" + file);
            }
        }
    }
}
