package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LineChartTest {
    private static final ChartLine LINE = new ChartLine("a < b", List.of(0.0, 5.0, 10.0), List.of(1.0, 10.0, 100.0));

    private static final Pattern POLYLINE = Pattern.compile("<polyline [^>]*>");

    private static String draw(ChartPanel... panels) {
        return new LineChart("a chart & more", List.of(panels)).svg();
    }

    /** Returns an attribute of a line of the chart, the lines counted from 0. */
    private static String attribute(String svg, int line, String name) {
        String element = POLYLINE.matcher(svg)
                .results()
                .skip(line)
                .findFirst()
                .map(MatchResult::group)
                .orElseThrow();
        return element.split(name + "=\"", 2)[1].split("\"", 2)[0];
    }

    @Test
    void pointsAreOnTheScalesOfTheirAxes() {
        String svg = draw(new ChartPanel("t", ChartAxis.linear(0, 10), ChartAxis.decades(1, 100), List.of(LINE)));
        assertEquals("70.0,270.0 245.0,155.0 420.0,40.0", attribute(svg, 0, "points"));
    }

    @Test
    void aLineOfOneNameHasOneColourInAllPanelsAndOneKey() {
        ChartLine other = new ChartLine("other", List.of(1.0), List.of(1.0));
        ChartAxis axis = ChartAxis.linear(0, 10);
        String svg = draw(
                new ChartPanel("left", axis, axis, List.of(LINE)),
                new ChartPanel("right", axis, axis, List.of(other, LINE)));
        assertEquals(attribute(svg, 0, "style"), attribute(svg, 2, "style"));
        assertEquals(1, keys(svg, "a &lt; b"));
        assertEquals(1, keys(svg, "other"));
    }

    private static long keys(String svg, String escapedName) {
        return Pattern.compile("<text[^>]*>" + escapedName + "</text>")
                .matcher(svg)
                .results()
                .count();
    }

    @Test
    void ticksAreRoundValuesOrThoseThatWereGiven() {
        assertEquals(List.of(1.0, 10.0, 100.0), ChartAxis.decades(2, 99).ticks());
        assertEquals(List.of(0.0, 5.0), ChartAxis.linear(0, 10).withTicks(0, 5).ticks());
        assertEquals(List.of(10.0, 100.0), ChartAxis.decades(10, 10).ticks());
    }

    @Test
    void anAxisWithoutARangeIsRefused() {
        assertTrue(assertThrows(MeasureException.class, () -> ChartAxis.linear(1, 1))
                .getMessage()
                .endsWith("low=1.0 high=1.0"));
        assertThrows(MeasureException.class, () -> ChartAxis.logarithmic(0, 1));
    }
}
