package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class LineChartTest {
    private static final ChartLine LINE = new ChartLine("a < b", List.of(0.0, 5.0, 10.0), List.of(1.0, 10.0, 100.0));

    private static Document draw(ChartPanel... panels) throws Exception {
        String svg = new LineChart("a chart & more", List.of(panels)).svg();
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static String points(Document svg, int number) {
        return ((Element) svg.getElementsByTagName("polyline").item(number)).getAttribute("points");
    }

    @Test
    void pointsAreOnTheScalesOfTheirAxes() throws Exception {
        Document svg = draw(new ChartPanel("t", ChartAxis.linear(0, 10), ChartAxis.decades(1, 100), List.of(LINE)));
        assertEquals("70.0,270.0 245.0,155.0 420.0,40.0", points(svg, 0));
    }

    @Test
    void aLineOfOneNameHasOneColourInAllPanelsAndOneKey() throws Exception {
        ChartLine other = new ChartLine("other", List.of(1.0), List.of(1.0));
        ChartAxis axis = ChartAxis.linear(0, 10);
        Document svg = draw(
                new ChartPanel("left", axis, axis, List.of(LINE)),
                new ChartPanel("right", axis, axis, List.of(other, LINE)));
        Element first = (Element) svg.getElementsByTagName("polyline").item(0);
        Element third = (Element) svg.getElementsByTagName("polyline").item(2);
        assertEquals(first.getAttribute("style"), third.getAttribute("style"));
        assertEquals(1, keys(svg, "a < b"));
        assertEquals(1, keys(svg, "other"));
    }

    private static long keys(Document svg, String name) {
        long count = 0;
        for (int i = 0; i < svg.getElementsByTagName("text").getLength(); i++) {
            count += svg.getElementsByTagName("text").item(i).getTextContent().equals(name) ? 1 : 0;
        }
        return count;
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
