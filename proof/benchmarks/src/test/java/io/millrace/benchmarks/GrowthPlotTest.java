package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Effort;
import io.millrace.harness.Report;
import io.millrace.harness.Row;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import picocli.CommandLine;

class GrowthPlotTest {
    /** Asserts that a plot is SVG with a line in both charts for each side of the suite, and the sides' names. */
    static void assertDraws(Suite suite, String svg) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        int sides = 1 + suite.peers().size();
        assertEquals(2 * sides, document.getElementsByTagName("polyline").getLength(), svg);
        for (Side peer : suite.peers()) {
            assertTrue(svg.contains(">" + peer.name() + "<"), svg);
        }
        assertTrue(svg.contains(">" + Suites.OURS + "<"), svg);
    }

    /** Ours costs 10 ns per field and the peers 100: lines of slope 1, a decade of the axis apart. */
    @Test
    void aCostThatIsTheSameForEachFieldIsAStraightLine() throws Exception {
        Suite suite = Suites.named("growth", Effort.SMOKE);
        List<Row> rows = new ArrayList<>();
        for (int fields : GrowthWorkload.FIELDS) {
            for (String name : List.of(GrowthWorkload.writeCase(fields), GrowthWorkload.readCase(fields))) {
                for (Side peer : suite.peers()) {
                    rows.add(new Row(
                            suite.name(),
                            BenchmarkCase.nanoseconds(name),
                            10.0 * fields,
                            100.0 * fields,
                            peer.name(),
                            Optional.empty(),
                            Optional.empty()));
                }
            }
        }
        String svg = GrowthPlot.of(new Report(suite, rows, null));
        assertDraws(suite, svg);
        NodeList lines = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("polyline");
        double[] ours = points((Element) lines.item(0));
        double[] peer = points((Element) lines.item(1));
        double slope = (ours[1] - ours[3]) / (ours[2] - ours[0]);
        assertEquals(slope, (ours[3] - ours[5]) / (ours[4] - ours[2]), 0.01);
        double decade = ours[1] - ours[3]; // from 10 to 100 fields
        for (int i = 0; i < ours.length; i += 2) {
            assertEquals(ours[i], peer[i], 0.01);
            assertEquals(decade, ours[i + 1] - peer[i + 1], 0.11);
        }
    }

    private static double[] points(Element line) {
        String[] numbers = line.getAttribute("points").split("[ ,]", -1);
        double[] points = new double[numbers.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = Double.parseDouble(numbers[i]);
        }
        return points;
    }

    @Test
    void aSuiteWithoutCurvesRefusesThePlot() {
        StringWriter err = new StringWriter();
        int code = BenchCommand.commandLine().setErr(new PrintWriter(err)).execute("method", "--plot", "x.svg");
        assertEquals(CommandLine.ExitCode.USAGE, code);
        assertTrue(
                err.toString().contains("name=method known=[regions, growth, hash-spread, pipeline]"), err.toString());
    }
}
