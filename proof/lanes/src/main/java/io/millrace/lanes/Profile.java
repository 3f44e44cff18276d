package io.millrace.lanes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The recorded times of an earlier build, to compare with: a file of lines of words with a space between them.
 *
 * <pre>
 * reference MILLISECONDS
 * module FOLDER BUDGET_SECONDS SECONDS PROCESSOR_SECONDS
 * class NAME SECONDS
 * </pre>
 *
 * Seconds are those of the machine whose reference stands in the first line.
 *
 * @param referenceMs the time of the {@link Reference} then, in milliseconds
 * @param modules by folder
 * @param classes seconds by the full name of a class; only slow ones
 */
record Profile(long referenceMs, Map<String, Module> modules, Map<String, Double> classes) {

    /** A class that takes less is not recorded. */
    static final double SLOW_SECONDS = 5;

    /** A module may take that much more than it did when it was recorded. */
    private static final double ROOM = 1.5;

    private static final int LEAST_BUDGET_SECONDS = 10;

    /** The sums over the test classes of a module. */
    record Module(double budgetSeconds, double seconds, double processorSeconds) {}

    static Profile empty() {
        return new Profile(0, Map.of(), Map.of());
    }

    static Profile read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return empty();
        }
        long referenceMs = 0;
        Map<String, Module> modules = new TreeMap<>();
        Map<String, Double> classes = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ", -1);
            try {
                switch (words[0]) {
                    case "reference" -> referenceMs = Long.parseLong(words[1]);
                    case "module" ->
                        modules.put(
                                words[1],
                                new Module(
                                        Double.parseDouble(words[2]),
                                        Double.parseDouble(words[3]),
                                        Double.parseDouble(words[4])));
                    case "class" -> classes.put(words[1], Double.parseDouble(words[2]));
                    default -> throw new IOException("unknown kind of line file=" + file + " line=" + line);
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException("cannot read a line file=" + file + " line=" + line, e);
            }
        }
        return new Profile(referenceMs, modules, classes);
    }

    /** Returns the profile of a build; a module keeps the budget that it has. */
    Profile renewed(long newReferenceMs, Map<String, Module> taken, List<ClassTime> classTimes) {
        double scale = referenceMs == 0 ? 1 : (double) newReferenceMs / referenceMs;
        Map<String, Module> renewed = new TreeMap<>();
        taken.forEach((folder, sums) -> {
            Module known = modules.get(folder);
            double budget = known == null
                    ? Math.max(LEAST_BUDGET_SECONDS, Math.ceil(sums.seconds() * ROOM))
                    : known.budgetSeconds() * scale;
            renewed.put(folder, new Module(budget, sums.seconds(), sums.processorSeconds()));
        });
        Map<String, Double> slow = new TreeMap<>();
        for (ClassTime time : classTimes) {
            if (time.tookMs() >= SLOW_SECONDS * 1000) {
                slow.put(time.name(), time.tookMs() / 1e3);
            }
        }
        return new Profile(newReferenceMs, renewed, slow);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("reference " + referenceMs);
        modules.forEach((folder, module) -> lines.add(String.format(
                Locale.ROOT,
                "module %s %.0f %.1f %.1f",
                folder,
                module.budgetSeconds(),
                module.seconds(),
                module.processorSeconds())));
        classes.forEach((name, seconds) -> lines.add(String.format(Locale.ROOT, "class %s %.1f", name, seconds)));
        Files.write(file, lines);
    }
}
