package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class LeftoverMarkersTest {

    @Test
    void aMarkerIsFoundInAnyText() {
        assertFound(new LeftoverMarkers(), "a.md:2: finish it", file("docs/a.md", "# A\nTO" + "DO: say it\n"));
        assertFound(new LeftoverMarkers(), "finish it", file(WIRE + "A.java", "class A {} // FIX" + "ME"));
    }

    @Test
    void aWordThatContainsOneIsNot() {
        assertClean(new LeftoverMarkers(), file("docs/a.md", "# XX" + "XL and TO" + "DOS\n"));
    }
}
