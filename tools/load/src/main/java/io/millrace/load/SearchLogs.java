package io.millrace.load;

import io.millrace.measure.Rate;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The logs of the runs of a search: {@code load.hlog} becomes {@code load-1000.hlog} for the run at 1,000 a second, and
 * {@code load-1000-2.hlog} for a second one at that rate. So they are plotted by rate.
 */
final class SearchLogs {

    private final Path file;
    private final Map<Long, Integer> runs = new HashMap<>();

    /**
     * Creates the names.
     *
     * @param file the name that is asked for, or null for none
     */
    SearchLogs(Path file) {
        this.file = file;
    }

    /** Returns the log of the next run, or nothing if none is asked for. */
    Optional<Path> next(Rate rate) {
        if (file == null) {
            return Optional.empty();
        }
        long perSecond = Math.round(rate.perSecond());
        int run = runs.merge(perSecond, 1, Integer::sum);
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot <= 0 ? name : name.substring(0, dot);
        String ending = dot <= 0 ? "" : name.substring(dot);
        return Optional.of(file.resolveSibling(stem + "-" + perSecond + (run == 1 ? "" : "-" + run) + ending));
    }
}
