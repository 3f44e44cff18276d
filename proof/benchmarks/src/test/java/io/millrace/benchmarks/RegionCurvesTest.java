package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.benchmarks.RegionCurves.Point;
import io.millrace.benchmarks.RegionCurves.Way;
import io.millrace.harness.Effort;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class RegionCurvesTest {

    @Test
    void eachPauseOfTheBackOffHasItsLengthAndAPoint() throws Exception {
        List<RegionCurves.Pause> pauses = RegionCurves.of(Effort.SMOKE).measurePauses();
        assertEquals(
                Arrays.stream(RegionCurves.PAUSES).boxed().toList(),
                pauses.stream().map(RegionCurves.Pause::spins).toList());
        for (RegionCurves.Pause pause : pauses) {
            assertTrue(pause.pauseNs() > 0 && pause.point().nsPerPart() > 0, pause.toString());
        }
        assertEquals(
                1 + RegionCurves.PAUSES.length,
                RegionCurves.pauseTable(pauses).lines().count());
    }

    @Test
    void eachWayHasAPointForEachNumberOfThreads() throws Exception {
        Map<Way, List<Point>> curves = RegionCurves.of(Effort.SMOKE).measure();
        assertEquals(Set.of(Way.values()), curves.keySet());
        curves.forEach((way, points) -> {
            assertEquals(RegionCurves.THREADS.length, points.size());
            for (Point point : points) {
                assertTrue(point.nsPerPart() > 0, point.toString());
                boolean mayFail = way == Way.COMPARE_AND_SET || way == Way.BACKOFF;
                assertTrue(mayFail || point.failuresPerThousand() == 0, way + " " + point);
            }
        });
        assertEquals(
                1 + Way.values().length * RegionCurves.THREADS.length,
                RegionCurves.table(curves).lines().count());
        var drawing = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(RegionPlot.of(curves))));
        assertEquals(
                2 * Way.values().length,
                drawing.getElementsByTagName("polyline").getLength());
    }
}
