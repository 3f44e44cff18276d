package io.millrace.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The part of {@code docs/cli.md} that is made from the commands is what they say. */
class CommandReferenceTest {

    /** With this property set the test writes the part, where it would compare it. */
    private static final String WRITE = "millrace.docs.write";

    private static final String BEGIN = "<!-- made from the commands -->\n```text\n";
    private static final String END = "```\n<!-- end of what is made from the commands -->\n";

    @Test
    void theDocumentHasAllCommandsWithTheirOptions() throws IOException {
        Path page = Path.of("..", "..", "docs", "cli.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertTrue(begin >= 0 && end > begin, "docs/cli.md lacks the marks of the part");
        String reference = CommandReference.text();
        assertTrue(reference.contains("millrace run "), reference);
        assertTrue(reference.contains("millrace load "), reference);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, text.substring(0, begin) + BEGIN + reference + text.substring(end));
            return;
        }
        assertEquals(
                reference,
                text.substring(begin + BEGIN.length(), end),
                "run this test with -D" + WRITE + "=true, which writes the part");
    }
}
