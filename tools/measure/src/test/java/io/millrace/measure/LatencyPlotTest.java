package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

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
    void everyDrawingIsWellFormedAndStaysInsideItsFrame() throws Exception {
        String html = plot("a <b> & \"c\"", 3_000).html();
        int drawings = 0;
        for (int at = html.indexOf("<svg"); at >= 0; at = html.indexOf("<svg", at + 1)) {
            drawings++;
            String svg = html.substring(at, html.indexOf("</svg>", at) + 6);
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
            var lines = document.getElementsByTagName("polyline");
            assertTrue(lines.getLength() > 0);
            for (int i = 0; i < lines.getLength(); i++) {
                for (String point :
                        ((Element) lines.item(i)).getAttribute("points").split(" ", -1)) {
                    double x = Double.parseDouble(point.substring(0, point.indexOf(',')));
                    double y = Double.parseDouble(point.substring(point.indexOf(',') + 1));
                    assertTrue(x >= 70 && x <= 925 && y >= 14 && y <= 320, point);
                }
            }
        }
        assertEquals(2, drawings);
        assertFalse(html.contains("<b>"));
    }

    @Test
    void theWorstPausesAndTheGoalAreMarked() {
        String html = plot("run", 30).html();
        assertTrue(html.contains("99.9% within 10 ms"), html);
        assertTrue(html.contains("gc 80 ms"), html);
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
