package io.millrace.load;

import io.millrace.measure.LatencyGoal;
import io.millrace.measure.LatencyPlot;
import io.millrace.measure.PlotSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Collects the intervals of a run for its plots. */
final class LoadPlot implements LoadObserver {
    private static final double NS_PER_SECOND = 1e9;

    private final PlotSeries response = new PlotSeries("response");
    private final PlotSeries service = new PlotSeries("service");
    private final PlotSeries waiting = new PlotSeries("wait");
    private final PlotSeries gc = new PlotSeries("gc");
    private final PlotSeries hiccups = new PlotSeries("hiccup");

    @Override
    public void interval(LoadProgress progress) {
        if (!progress.phase().equals(LoadProgress.RUN)) {
            return;
        }
        add(response, progress, progress.times().response());
        add(service, progress, progress.times().service());
        add(waiting, progress, progress.times().waiting());
        addPauses(gc, progress, progress.gc());
        addPauses(hiccups, progress, progress.hiccups());
    }

    /** Adds the pauses; an interval without a pause gets no mark. */
    private static void addPauses(PlotSeries series, LoadProgress progress, Histogram histogram) {
        if (histogram.getTotalCount() > 0) {
            add(series, progress, histogram);
        }
    }

    private static void add(PlotSeries series, LoadProgress progress, Histogram histogram) {
        double lengthSeconds = progress.lengthNs() / NS_PER_SECOND;
        series.add(progress.atNs() / NS_PER_SECOND - lengthSeconds, lengthSeconds, histogram);
    }

    /** Returns one HTML file with the headline first, and the text of the report. */
    String html(LoadReport report, Optional<LatencyGoal> goal) {
        List<PlotSeries> series = new ArrayList<>();
        if (report.options().mode() == Mode.FIXED) {
            series.addAll(List.of(response, service, waiting));
        } else {
            series.addAll(List.of(service, response, waiting));
        }
        return new LatencyPlot("Load on " + report.target(), series, List.of(gc, hiccups), goal).html(report.text());
    }
}
