package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class LineLengthTest {

    @Test
    void aLongLineIsFoundWhereItIs() {
        RepositoryFile file = file(WIRE + "Wide.java", "//\n//" + "x".repeat(119) + "\n");
        assertFound(new LineLength(), "Wide.java:2: break the line: characters=121", file);
    }

    @Test
    void aLineOfTheGreatestLengthIsNot() {
        assertClean(new LineLength(), file(WIRE + "Wide.java", "//" + "x".repeat(118) + "\n"));
    }
}
