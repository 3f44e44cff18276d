package io.millrace.measure;

import java.util.Arrays;
import java.util.List;

/** An axis of a {@link LineChart}. Values outside its range are drawn at its ends. Immutable. */
public final class ChartAxis {
    private final PlotScale.Kind kind;
    private final double low;
    private final double high;
    private final List<Double> ticks;

    private ChartAxis(PlotScale.Kind kind, double low, double high, List<Double> ticks) {
        if (!(low < high)) {
            throw new MeasureException("an axis needs a range low=" + low + " high=" + high);
        }
        this.kind = kind;
        this.low = low;
        this.high = high;
        this.ticks = ticks;
    }

    /** Returns an axis on which equal distances are equal differences. */
    public static ChartAxis linear(double low, double high) {
        return new ChartAxis(PlotScale.Kind.LINEAR, low, high, List.of());
    }

    /** Returns an axis on which equal distances are equal ratios; {@code low} is above 0. */
    public static ChartAxis logarithmic(double low, double high) {
        if (low <= 0) {
            throw new MeasureException("a logarithmic axis begins above 0 low=" + low);
        }
        return new ChartAxis(PlotScale.Kind.LOGARITHMIC, low, high, List.of());
    }

    /** Returns a logarithmic axis from the power of ten at or below {@code low} to that at or above {@code high}. */
    public static ChartAxis decades(double low, double high) {
        double first = Math.pow(10, Math.floor(Math.log10(low)));
        double last = Math.pow(10, Math.ceil(Math.log10(high)));
        return logarithmic(first, Math.max(first * 10, last));
    }

    /** Returns this axis with grid lines and labels at these values; the default is round values. */
    public ChartAxis withTicks(double... values) {
        return new ChartAxis(kind, low, high, Arrays.stream(values).boxed().toList());
    }

    PlotScale scale(double from, double to) {
        return new PlotScale(kind, low, high, from, to);
    }

    List<Double> ticks() {
        return ticks.isEmpty() ? scale(0, 1).ticks() : ticks;
    }
}
