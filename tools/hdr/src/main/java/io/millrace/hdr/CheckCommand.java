package io.millrace.hdr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Command;

/** {@code hdr check}. */
@Command(
        name = "check",
        description = {
            "Reads everything and says what is unusual: damaged lines, intervals out of order,",
            "and intervals before the start time."
        })
final class CheckCommand extends LogCommand {
    /** What was found in one file. */
    private static final class Found {
        private final Map<String, Double> lastStarts = new HashMap<>();
        private long intervals;
        private long values;
        private long outOfOrder;
        private long beforeStart;
    }

    @Override
    long run(DefectCount defects) throws IOException {
        for (Path file : selection.files()) {
            Found found = new Found();
            long before = defects.count();
            selection.decode(file, defects, (line, logStart, histogram) -> {
                found.intervals++;
                found.values += histogram.getTotalCount();
                Double last = found.lastStarts.put(line.tag(), line.startSeconds());
                found.outOfOrder += last != null && line.startSeconds() < last ? 1 : 0;
                found.beforeStart += line.startSeconds() < logStart ? 1 : 0;
            });
            TreeSet<String> tags = new TreeSet<>();
            found.lastStarts.keySet().forEach(tag -> tags.add(TagTotals.name(tag)));
            out().println(file + ": intervals=" + found.intervals + " values=" + found.values + " tags=" + tags
                    + " outOfOrder=" + found.outOfOrder + " beforeStart=" + found.beforeStart + " damaged="
                    + (defects.count() - before));
        }
        return selection.intervals();
    }
}
