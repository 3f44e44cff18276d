package io.millrace.lanes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a build's test classes took, as text, compared with a recorded build. Times are in seconds. */
final class Summary {

    private static final int SLOWEST = 30;

    /** What takes this much more than recorded, by both measures, has grown. */
    private static final double GROWN = 1.5;

    private static final double GROWN_SECONDS = 5;

    private final List<ClassTime> times;
    private final long referenceMs;
    private final Profile recorded;
    private final Map<String, Profile.Module> modules = new TreeMap<>();

    /**
     * Creates a summary.
     *
     * @param times the classes
     * @param referenceMs the {@link Reference} of the same run, in milliseconds
     * @param recorded what to compare with, perhaps empty
     */
    Summary(List<ClassTime> times, long referenceMs, Profile recorded) {
        this.times = times.stream()
                .sorted(Comparator.comparingLong(ClassTime::tookMs).reversed())
                .toList();
        this.referenceMs = referenceMs;
        this.recorded = recorded;
        for (ClassTime time : times) {
            modules.merge(
                    time.module(),
                    new Profile.Module(0, time.tookMs() / 1e3, time.processorMs() / 1e3),
                    (one, other) -> new Profile.Module(
                            0, one.seconds() + other.seconds(), one.processorSeconds() + other.processorSeconds()));
        }
    }

    /** Returns the lines that the end of a build shows: what is slow, above its budget, or has grown. */
    List<String> important() {
        List<String> lines = new ArrayList<>();
        lines.add("== The slowest of " + times.size() + " test classes (s; cpu with its processes)");
        times.stream().limit(SLOWEST).map(Summary::line).forEach(lines::add);
        lines.add(total());
        lines.addAll(compared());
        return lines;
    }

    /** Returns the lines of the file: the same, all modules and all classes. */
    List<String> whole() {
        List<String> lines = new ArrayList<>(important());
        lines.add("== Modules (s)");
        modules.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Profile.Module> entry) ->
                        -entry.getValue().seconds()))
                .forEach(entry -> lines.add(String.format(
                        Locale.ROOT,
                        "%7.1f  cpu %7.1f  %s",
                        entry.getValue().seconds(),
                        entry.getValue().processorSeconds(),
                        entry.getKey())));
        lines.add("== Classes (s)");
        times.stream().map(Summary::line).forEach(lines::add);
        return lines;
    }

    /** Returns what to compare later builds with. */
    Profile renewed() {
        return recorded.renewed(referenceMs, modules, times);
    }

    private static String line(ClassTime time) {
        String failed = time.failed() == 0 ? "" : "  failed " + time.failed();
        return String.format(
                Locale.ROOT,
                "%7.1f  cpu %7.1f  waited %5.1f  %s %s%s",
                time.tookMs() / 1e3,
                time.processorMs() / 1e3,
                time.waitedMs() / 1e3,
                time.module(),
                time.shortName(),
                failed);
    }

    private String total() {
        return String.format(
                Locale.ROOT,
                "== Sum of all test classes: %.0f s, cpu %.0f s, tests %d; reference %d ms",
                times.stream().mapToLong(ClassTime::tookMs).sum() / 1e3,
                times.stream().mapToLong(ClassTime::processorMs).sum() / 1e3,
                times.stream().mapToInt(ClassTime::tests).sum(),
                referenceMs);
    }

    private List<String> compared() {
        if (recorded.referenceMs() == 0) {
            return List.of("No times are recorded to compare with.");
        }
        double scale = (double) referenceMs / recorded.referenceMs();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "== Compared with the recorded times; this machine takes %.2f times as long for the reference",
                scale));
        int before = lines.size();
        modules.forEach((folder, now) -> {
            Profile.Module then = recorded.modules().get(folder);
            if (then == null) {
                lines.add(String.format(Locale.ROOT, "no budget: %s took=%.1f", folder, now.seconds()));
            } else if (now.seconds() > then.budgetSeconds() * scale) {
                lines.add(String.format(
                        Locale.ROOT,
                        "above its budget: %s took=%.1f budget=%.1f recorded=%.1f",
                        folder,
                        now.seconds(),
                        then.budgetSeconds() * scale,
                        then.seconds() * scale));
            }
        });
        for (ClassTime time : times) {
            double then = recorded.classes().getOrDefault(time.name(), Profile.SLOW_SECONDS) * scale;
            double now = time.tookMs() / 1e3;
            if (now > then * GROWN && now > then + GROWN_SECONDS) {
                lines.add(String.format(
                        Locale.ROOT,
                        "grown: %s %s took=%.1f recorded=%.1f",
                        time.module(),
                        time.shortName(),
                        now,
                        then));
            }
        }
        if (lines.size() == before) {
            lines.add("no module is above its budget, and no class has grown");
        }
        return lines;
    }
}
