package io.millrace.harness;

import io.millrace.measure.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The named results of one fork, and the file through which a fork passes them to its parent. The file has a line for
 * each result: its name and its values, one for each round, separated by tabs; a last line shows that the file is
 * complete. It is a file and not the standard output, because libraries print there. Not thread-safe.
 */
public final class Figures {
    private static final String END = "end";
    private static final String PART = ": ";

    /** The part of a figure that shows how far apart the processors were in each round. */
    private static final String ROUND_TRIP = "round trip ns";

    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();
    private final Set<String> wanted;

    /** Creates figures of which all are requested. */
    public Figures() {
        this(Set.of());
    }

    /**
     * Creates figures of which some are requested.
     *
     * @param wanted the names; empty means all
     */
    Figures(Set<String> wanted) {
        this.wanted = Set.copyOf(wanted);
    }

    /** Returns whether any of some figures that are measured together is requested; others may be reported too. */
    public boolean isWanted(String... names) {
        return isWanted(List.of(names));
    }

    /** Returns whether any of some figures that are measured together is requested; others may be reported too. */
    public boolean isWanted(List<String> names) {
        return wanted.isEmpty() || names.stream().anyMatch(wanted::contains);
    }

    /**
     * Adds a figure.
     *
     * @throws BenchmarkException if the name exists already, or the value is not finite
     */
    public void report(String name, double value) {
        report(name, List.of(value));
    }

    /**
     * Adds a figure that was measured in several rounds, of which the median counts.
     *
     * @throws BenchmarkException if the name exists already, a value is not finite, or there is none
     */
    public void report(String name, List<Double> values) {
        if (name.indexOf('\t') >= 0 || name.indexOf('\n') >= 0 || name.equals(END)) {
            throw new BenchmarkException("invalid name of a figure name=" + name);
        }
        if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
            throw new BenchmarkException("a figure is not finite or has no values name=" + name + " values=" + values);
        }
        if (rounds.putIfAbsent(name, List.copyOf(values)) != null) {
            throw new BenchmarkException("a figure was reported twice name=" + name + " values=" + values);
        }
    }

    /**
     * Adds a figure that was measured in several rounds, with the time of a bare round trip between two processors
     * around each: rounds of two sides are compared if these times are similar.
     *
     * @param roundTripsNs as many as values, in ns; {@link CounterPair#MOVED} if it changed within the round
     * @throws BenchmarkException if the name exists already, a value is not finite, there is none, or there are not
     *     as many round trips
     */
    public void report(String name, List<Double> values, List<Double> roundTripsNs) {
        if (values.size() != roundTripsNs.size()) {
            throw new BenchmarkException("round trips are not as many as rounds name=" + name + " values=" + values
                    + " roundTripsNs=" + roundTripsNs);
        }
        report(name, values);
        reportPart(name, ROUND_TRIP, roundTripsNs);
    }

    /** Returns the time of a bare round trip around each round of a figure, in ns; empty if it was not measured. */
    List<Double> roundTripsNs(String name) {
        return rounds.getOrDefault(name + PART + ROUND_TRIP, List.of());
    }

    /**
     * Adds a part of a figure, by round, which the report shows and does not compare.
     *
     * @throws BenchmarkException if the part exists already, a value is not finite, or there is none
     */
    public void reportPart(String name, String part, List<Double> values) {
        report(name + PART + part, values);
    }

    /** Returns the names of the parts of a figure, in the order in which they were reported. */
    List<String> parts(String name) {
        return rounds.keySet().stream()
                .filter(one -> one.startsWith(name + PART))
                .map(one -> one.substring(name.length() + PART.length()))
                .toList();
    }

    /** Returns a part of a figure, the median of its rounds. */
    double part(String name, String part) {
        return value(name + PART + part);
    }

    /** Returns the values of all figures, by round, in the order in which they were reported. */
    public Map<String, List<Double>> rounds() {
        return Collections.unmodifiableMap(rounds);
    }

    /**
     * Returns one figure, the median of its rounds.
     *
     * @throws BenchmarkException if it was not reported
     */
    public double value(String name) {
        return Statistics.median(rounds(name));
    }

    /**
     * Returns the values of one figure, by round.
     *
     * @throws BenchmarkException if it was not reported
     */
    public List<Double> rounds(String name) {
        List<Double> values = rounds.get(name);
        if (values == null) {
            throw new BenchmarkException("a figure is missing name=" + name + " reported=" + rounds.keySet());
        }
        return values;
    }

    void writeTo(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        rounds.forEach((name, values) ->
                lines.add(name + values.stream().map(value -> "\t" + value).collect(Collectors.joining())));
        lines.add(END);
        Files.write(file, lines);
    }

    static Figures readFrom(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.getLast().equals(END)) {
            throw new BenchmarkException("the results are incomplete file=" + file + " lines=" + lines.size());
        }
        Figures figures = new Figures();
        for (String line : lines.subList(0, lines.size() - 1)) {
            List<String> parts = List.of(line.split("\t"));
            figures.report(
                    parts.getFirst(),
                    parts.stream().skip(1).map(Double::valueOf).toList());
        }
        return figures;
    }
}
