package io.millrace.measure;

import java.util.List;

/**
 * A line of a {@link LineChart}.
 *
 * @param name its name in the legend; lines of one name in several panels have one colour
 * @param x its positions on the horizontal axis
 * @param y its values, one for each position
 */
public record ChartLine(String name, List<Double> x, List<Double> y) {
    /** Copies the lists and checks that they have the same length. */
    public ChartLine {
        x = List.copyOf(x);
        y = List.copyOf(y);
        if (x.size() != y.size()) {
            throw new MeasureException("a line needs a value for each position x=" + x.size() + " y=" + y.size());
        }
    }
}
