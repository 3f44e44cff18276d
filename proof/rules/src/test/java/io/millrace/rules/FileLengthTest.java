package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class FileLengthTest {

    private static final String LINE = "// a line\n";

    @Test
    void aLongFileIsFound() {
        assertFound(new FileLength(), "lines=601 limit=600", file(WIRE + "Long.java", LINE.repeat(601)));
    }

    @Test
    void aFileOfTheGreatestLengthIsNot() {
        assertClean(new FileLength(), file(WIRE + "Long.java", LINE.repeat(600)));
    }
}
