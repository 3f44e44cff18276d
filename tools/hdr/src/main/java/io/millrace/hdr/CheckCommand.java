package io.millrace.hdr;

import io.millrace.hdr.IntervalOrder.Finding;
import io.millrace.measure.IntervalLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Command;

/** {@code hdr check}. */
@Command(
        name = "check",
        description = {
            "Reads everything and lists irregularities, with lines and times: damaged lines, intervals of a tag that",
            "overlap or stand there twice, gaps, intervals out of order or before the start time, and changes of the",
            "start time or of the unit of largest values. Damage and overlaps, which make rates wrong, end with 3."
        })
final class CheckCommand extends LogCommand {
    private static final int NAMED_FINDINGS = 10;

    /** What was found in one file. */
    private final class Found {
        private final Path file;
        private final IntervalOrder order = new IntervalOrder();
        private final TreeSet<String> tags = new TreeSet<>();
        private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);
        private long intervals;
        private long values;
        private long beforeStart;

        Found(Path file) {
            this.file = file;
        }

        /** Counts a finding, and names the first ones of each kind. */
        private void add(Finding finding, IntervalLine line, String details) {
            if (counts.merge(finding, 1L, Long::sum) <= NAMED_FINDINGS) {
                out().println("interval " + finding.text() + ": file=" + file + " line=" + line.lineNumber() + " tag="
                        + TagTotals.name(line.tag()) + details);
            }
        }

        private long count(Finding finding) {
            return counts.getOrDefault(finding, 0L);
        }
    }

    @Override
    long run(DefectCount defects) throws IOException {
        for (Path file : selection.files()) {
            Found found = new Found(file);
            long before = defects.count();
            selection.decode(file, defects, (line, logStart, histogram) -> {
                found.intervals++;
                found.values += histogram.getTotalCount();
                found.tags.add(TagTotals.name(line.tag()));
                found.order.add(line, logStart, found::add);
                found.order.addMax(line, histogram.getMaxValue(), found::add);
                found.beforeStart += line.startSeconds() < logStart ? 1 : 0;
            });
            out().println(file + ": intervals=" + found.intervals + " values=" + found.values + " tags=" + found.tags
                    + " outOfOrder=" + found.count(Finding.OUT_OF_ORDER) + " beforeStart=" + found.beforeStart
                    + " damaged=" + (defects.count() - before) + " overlaps=" + found.count(Finding.OVERLAP)
                    + " duplicates=" + found.count(Finding.DUPLICATE) + " gaps=" + found.count(Finding.GAP)
                    + " otherUnit=" + found.count(Finding.OTHER_UNIT) + " otherStart="
                    + found.count(Finding.OTHER_START));
        }
        return selection.intervals();
    }

    @Override
    boolean isWrongWhereOverlapping() {
        return true;
    }
}
