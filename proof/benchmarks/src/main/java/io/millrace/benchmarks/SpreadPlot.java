package io.millrace.benchmarks;

import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.LineChart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Draws how a hash spreads: how many bits change with one bit of the input, next to fair coins; and how often each bit
 * changes, next to the JDK's hash of strings.
 */
final class SpreadPlot {
    private static final double MOST_BY_COUNT = 0.12;
    private static final int[] LENGTHS = {8, 48};

    private SpreadPlot() {}

    static String draw() {
        List<ChartLine> byCount = new ArrayList<>();
        List<ChartLine> byBit = new ArrayList<>();
        byCount.add(line("64 fair coins", Long.SIZE + 1, count -> HashSpread.ofCoins(Long.SIZE, count)));
        for (int length : LENGTHS) {
            String name = "WyHash, inputs of " + length + " bytes";
            HashSpread ours = HashSpread.ofWyHash(length);
            HashSpread strings = HashSpread.ofString(length);
            byCount.add(line(name, ours.bits() + 1, ours::ofCount));
            byBit.add(line(name, ours.bits(), ours::ofBit));
            byBit.add(line("String.hashCode, of " + length + " letters", strings.bits(), strings::ofBit));
        }
        return new LineChart(
                        "Bits of a hash that change with one bit of its input",
                        List.of(
                                panel("share of inputs, by how many of 64 bits change", MOST_BY_COUNT, byCount),
                                panel("share of inputs in which a bit changes, by bit", 1, byBit)))
                .svg();
    }

    private static ChartPanel panel(String title, double most, List<ChartLine> lines) {
        return new ChartPanel(
                title, ChartAxis.linear(0, Long.SIZE).withTicks(0, 16, 32, 48, 64), ChartAxis.linear(0, most), lines);
    }

    private static ChartLine line(String name, int points, IntToDoubleFunction value) {
        return new ChartLine(
                name,
                IntStream.range(0, points).mapToObj(i -> (double) i).toList(),
                IntStream.range(0, points).mapToObj(value::applyAsDouble).toList());
    }
}
