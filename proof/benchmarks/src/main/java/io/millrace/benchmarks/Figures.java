package io.millrace.benchmarks;

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
 * The named results of one fork, and the file through which a fork hands them to its parent: a line for each, of its
 * name and its values, one for each round where there were several, with tabs between; and a last line that tells a
 * whole file from one cut short. A file and not the standard output, because libraries print there. Not for several
 * threads.
 */
public final class Figures {
    private static final String END = "end";
    private static final String PART = ": ";

    /** The part of a figure that says how far apart the processors lay in each round. */
    private static final String ROUND_TRIP = "round trip ns";

    private final Map<String, List<Double>> rounds = new LinkedHashMap<>();
    private final Set<String> wanted;

    /** Figures of which all are wanted. */
    public Figures() {
        this(Set.of());
    }

    /**
     * Figures of which some are wanted.
     *
     * @param wanted the names; none stands for all
     */
    Figures(Set<String> wanted) {
        this.wanted = Set.copyOf(wanted);
    }

    /** Returns whether any of some figures that are measured together is wanted; others may be reported too. */
    boolean isWanted(String... names) {
        return isWanted(List.of(names));
    }

    /** Returns whether any of some figures that are measured together is wanted; others may be reported too. */
    boolean isWanted(List<String> names) {
        return wanted.isEmpty() || names.stream().anyMatch(wanted::contains);
    }

    /**
     * Adds a figure.
     *
     * @throws BenchmarkException when the name was given before, or the value is not finite
     */
    public void report(String name, double value) {
        report(name, List.of(value));
    }

    /**
     * Adds a figure that was found in several rounds, of which the median counts.
     *
     * @throws BenchmarkException when the name was given before, a value is not finite, or there is none
     */
    public void report(String name, List<Double> values) {
        if (name.indexOf('\t') >= 0 || name.indexOf('\n') >= 0 || name.equals(END)) {
            throw new BenchmarkException("not a figure's name: name=" + name);
        }
        if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
            throw new BenchmarkException("not a figure: name=" + name + " values=" + values);
        }
        if (rounds.putIfAbsent(name, List.copyOf(values)) != null) {
            throw new BenchmarkException("figure reported twice: name=" + name + " values=" + values);
        }
    }

    /**
     * Adds a figure that was found in several rounds, with what a bare round trip between two processors took
     * around each: rounds of two sides are compared where that was alike.
     *
     * @param roundTripsNs as many as values, in ns; {@link CounterPair#MOVED} where it changed within the round
     * @throws BenchmarkException when the name was given before, a value is not finite, there is none, or
     *     there are not as many round trips
     */
    void report(String name, List<Double> values, List<Double> roundTripsNs) {
        if (values.size() != roundTripsNs.size()) {
            throw new BenchmarkException("not a round trip for each round: name=" + name + " values=" + values
                    + " roundTripsNs=" + roundTripsNs);
        }
        report(name, values);
        reportPart(name, ROUND_TRIP, roundTripsNs);
    }

    /** Returns what a bare round trip took around each round of a figure, in ns; empty where nobody looked. */
    List<Double> roundTripsNs(String name) {
        return rounds.getOrDefault(name + PART + ROUND_TRIP, List.of());
    }

    /**
     * Adds a part of a figure, by round, which is shown beside it and compared with nothing.
     *
     * @throws BenchmarkException when it was given before, a value is not finite, or there is none
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
     * @throws BenchmarkException when it was not reported
     */
    public double value(String name) {
        return Statistics.median(rounds(name));
    }

    /**
     * Returns the values of one figure, by round.
     *
     * @throws BenchmarkException when it was not reported
     */
    public List<Double> rounds(String name) {
        List<Double> values = rounds.get(name);
        if (values == null) {
            throw new BenchmarkException("figure missing: name=" + name + " reported=" + rounds.keySet());
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
            throw new BenchmarkException("results cut short: file=" + file + " lines=" + lines.size());
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
