package io.millrace.measure;

import java.util.List;
import java.util.Objects;

/**
 * One coordinate system of a {@link LineChart}.
 *
 * @param title what the vertical axis shows
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param lines its lines, drawn in order
 */
public record ChartPanel(String title, ChartAxis x, ChartAxis y, List<ChartLine> lines) {
    /** Copies the list. */
    public ChartPanel {
        Objects.requireNonNull(title);
        Objects.requireNonNull(x);
        Objects.requireNonNull(y);
        lines = List.copyOf(lines);
    }
}
