package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The named results of one fork, and the file through which a fork hands them to its parent: one {@code name TAB value}
 * line each and a last line that tells a whole file from one cut short. A file and not the standard output, because
 * libraries print there. Not for several threads.
 */
public final class Figures {
    private static final String END = "end";

    private final Map<String, Double> values = new LinkedHashMap<>();

    /**
     * Adds a figure.
     *
     * @throws BenchmarkException when the name was given before, or the value is not finite
     */
    public void report(String name, double value) {
        if (name.indexOf('\t') >= 0 || name.indexOf('\n') >= 0 || name.equals(END)) {
            throw new BenchmarkException("not a figure's name: name=" + name);
        }
        if (!Double.isFinite(value)) {
            throw new BenchmarkException("not a figure: name=" + name + " value=" + value);
        }
        if (values.putIfAbsent(name, value) != null) {
            throw new BenchmarkException("figure reported twice: name=" + name + " value=" + value);
        }
    }

    /** Returns all figures in the order in which they were reported. */
    public Map<String, Double> values() {
        return Collections.unmodifiableMap(values);
    }

    /**
     * Returns one figure.
     *
     * @throws BenchmarkException when it was not reported
     */
    public double value(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new BenchmarkException("figure missing: name=" + name + " reported=" + values.keySet());
        }
        return value;
    }

    void writeTo(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        values.forEach((name, value) -> lines.add(name + '\t' + value));
        lines.add(END);
        Files.write(file, lines);
    }

    static Figures readFrom(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.getLast().equals(END)) {
            throw new BenchmarkException("results cut short: file=" + file + " lines=" + lines.size());
        }
        Figures figures = new Figures();
        for (String line : lines.subList(0, lines.size() - 1)) {
            int tab = line.indexOf('\t');
            figures.report(line.substring(0, tab), Double.parseDouble(line.substring(tab + 1)));
        }
        return figures;
    }
}
