package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyPlotTest {
    private static final LatencyGoal GOAL = LatencyGoal.parse("99.9%<10ms");

    @Test
    void theFileNeedsNothingElse() {
        String html = plot("run", 30).html();
        assertFalse(html.contains("http"), html);
        assertFalse(html.contains("<script"), html);
        assertFalse(html.contains("src="), html);
        assertTrue(html.contains("screen and (prefers-color-scheme: dark)") && html.contains("@media print"));
    }

    @Test
    void everyDrawingClosesItsElementsAndStaysInsideItsFrame() {
        String html = plot("a <b> & \"c\"", 3_000).html();
        assertFalse(html.contains("<b>"));
        int drawings = 0;
        for (int at = html.indexOf("<svg"); at >= 0; at = html.indexOf("<svg", at + 1)) {
            drawings++;
            String svg = html.substring(at, html.indexOf("</svg>", at) + 6);
            assertEquals(
                    "", svg.replaceAll("<(svg|text|polyline|title)[^<>]*>|</\\w+>|<(line|rect)[^<>]*/>|[^<>]", ""));
            assertEquals(count("<(svg|text|polyline|title)\\b", svg), count("</", svg));
            assertEquals(0, count("&(?!amp;|lt;|gt;|quot;)", svg));
            Matcher points = Pattern.compile("([0-9.]+),([0-9.]+)[ \"]").matcher(svg);
            int found = 0;
            while (points.find()) {
                found++;
                double x = Double.parseDouble(points.group(1));
                double y = Double.parseDouble(points.group(2));
                assertTrue(x >= 70 && x <= 925 && y >= 14 && y <= 320, points.group());
            }
            assertTrue(found > 50, "found=" + found);
        }
        assertEquals(2, drawings);
    }

    private static long count(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }

    @Test
    void theWorstPausesAndTheGoalAreMarked() {
        String html = plot("run", 30).html();
        assertTrue(html.contains("99.9% within 10 ms"), html);
        assertTrue(html.contains("gc 80 ms"), html);
    }

    @Test
    void aGoalBelowAllTimesIsOnTheScaleAndALateMarkIsInsideTheFrame() {
        PlotSeries series = new PlotSeries("slow");
        PlotSeries gc = new PlotSeries("gc");
        for (int i = 0; i < 3; i++) {
            Histogram histogram = LatencyRecorder.newHistogram();
            histogram.recordValue(50_000_000);
            series.add(i, 1, histogram);
        }
        Histogram pause = LatencyRecorder.newHistogram();
        pause.recordValue(80_000_000);
        gc.add(2.9, 0.1, pause);
        String html = new LatencyPlot("late", List.of(series), List.of(gc), Optional.of(LatencyGoal.parse("99%<20us")))
                .html();
        String overTime = html.substring(html.lastIndexOf("<svg"));
        assertTrue(overTime.contains(">10 us</text>"), overTime);
        assertTrue(overTime.contains("text-anchor=\"end\">gc 80"), overTime);
    }

    @Test
    void namesOfAnyLengthStandBesideOrBelowEachOther() {
        List<String> names = List.of("a", "n".repeat(60), "n".repeat(60), "b", "n".repeat(500), "c");
        PlotLegend legend = PlotLegend.of(names, 70, 925);
        assertEquals(
                List.of(0, 0, 1, 1, 2, 3),
                legend.keys().stream().map(PlotLegend.Key::row).toList());
        assertEquals(4, legend.rows());
        double before = 0;
        for (PlotLegend.Key key : legend.keys()) {
            assertTrue(key.x() == 70 || key.x() >= before, key.toString());
            before = key.x() + 23 + 7 * key.name().length();
            assertTrue(before <= 925, key.toString());
        }
        assertTrue(legend.keys().get(4).name().endsWith("n…"));
        assertEquals("c", legend.keys().getLast().name());
    }

    @Test
    void linesBeyondTheColoursAreDashed() {
        PlotSeries series = plot("run", 3).series().getFirst();
        String html = new LatencyPlot("many", Collections.nCopies(7, series), List.of(), Optional.empty()).html();
        assertEquals(0, count("style=\"stroke: var\\(--c[^0-4]", html));
        // Once in the legend and once as a curve.
        assertEquals(2, count("<[a-z ]+class=\"line\" style=\"stroke: var\\(--c1\\); stroke-dasharray: 6 3\"", html));
    }

    @Test
    void labelsOfPausesDoNotCoverEachOther() {
        PlotSeries series = new PlotSeries("run");
        PlotSeries gc = new PlotSeries("gc");
        PlotSeries hiccup = new PlotSeries("hiccup");
        for (int i = 0; i < 100; i++) {
            Histogram histogram = LatencyRecorder.newHistogram();
            histogram.recordValue(1_000_000L * (i + 1));
            series.add(i, 1, histogram);
            (i % 2 == 0 ? gc : hiccup).add(i, 1, histogram);
        }
        String html = new LatencyPlot("run", List.of(series), List.of(gc, hiccup), Optional.empty()).html();
        Matcher labels = Pattern.compile(
                        "note mark-text\" x=\"([0-9.]+)\" y=\"([0-9.]+)\" text-anchor=\"end\">([^<]+)<")
                .matcher(html);
        List<String> rows = new ArrayList<>();
        while (labels.find()) {
            rows.add(labels.group(2) + " " + labels.group(3));
        }
        // Ten marks lie within a tenth of the axis: one label fits into each row, those of the longest pauses.
        assertEquals(List.of("266.0 hiccup 100 ms", "252.0 gc 99 ms", "238.0 hiccup 98 ms", "224.0 gc 97.1 ms"), rows);
    }

    @Test
    void nothingIsSaidToBeNothing() {
        String html = new LatencyPlot("empty", List.of(new PlotSeries("a")), List.of(), Optional.empty()).html();
        assertTrue(html.contains("There are no times to plot."));
    }

    @Test
    void goalsAreReadFromText() {
        assertEquals(new LatencyGoal(99.9, 10_000_000), GOAL);
        assertEquals(new LatencyGoal(50, 1_500), LatencyGoal.parse("50% <= 1.5us"));
        for (String text : new String[] {"", "99<1ms", "0%<1ms", "101%<1ms", "99%<0ms", "99%<1", "9.9.9%<1ms"}) {
            assertThrows(MeasureException.class, () -> LatencyGoal.parse(text), text);
        }
    }

    private static LatencyPlot plot(String name, int intervals) {
        SplittableRandom random = new SplittableRandom(1);
        PlotSeries series = new PlotSeries(name);
        PlotSeries gc = new PlotSeries("gc");
        for (int i = 0; i < intervals; i++) {
            Histogram histogram = LatencyRecorder.newHistogram();
            for (int n = 0; n < 200; n++) {
                histogram.recordValue((long) (-1e6 * Math.log(1 - random.nextDouble())) + 1);
            }
            series.add(i, 1, histogram);
        }
        Histogram pause = LatencyRecorder.newHistogram();
        pause.recordValue(80_000_000);
        gc.add(12, 1, pause);
        return new LatencyPlot(name, List.of(series), List.of(gc), Optional.of(GOAL));
    }
}
