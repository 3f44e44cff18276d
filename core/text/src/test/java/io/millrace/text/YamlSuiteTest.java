package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The inputs of the public yaml-test-suite, release 2022-01-17: valid ones are read, but for those that
 * docs/format/yaml.md says are refused, and the page has their number.
 */
class YamlSuiteTest {
    private static final Path CASES = Path.of("src/test/resources/yaml-test-suite/cases.txt");
    private static final Path PAGE = Path.of("../../docs/format/yaml.md");
    private static final Pattern CASE = Pattern.compile("(\\S+) (valid|invalid) (.*)");

    /** Valid ones that SnakeYAML Engine refuses. */
    private static final Set<String> RARE = Set.of(
            "2JQS", "4MUZ.1", "4MUZ.2", "4MUZ.3", "58MP", "5MUD", "5T43", "6CA3", "9SA2", "CFD4", "DBG4", "DK3J",
            "FP8R", "FRK4", "HM87.1", "HS5T", "K3WX", "M2N8.1", "M7A3", "NB6Z", "NHX8", "NJ66", "NKF9", "Q5MG", "S3PD",
            "SM9W.2", "UKK6.1", "UT92", "UV7Q", "VJP3.2", "W4TN", "WZ62");

    /** Has an anchor, which is refused anyway, with a name that SnakeYAML Engine does not know. */
    private static final String ODD_ANCHOR = "W5VH";

    /** Invalid ones that SnakeYAML Engine reads. */
    private static final Set<String> LENIENT =
            Set.of("9C9N", "9JBA", "CVW2", "DK95.2", "MUS6.2", "QB6E", "SU5Z", "Y79Y.4");

    private record Case(String name, boolean isValid, String text) {}

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(CASES)) {
            Matcher parts = CASE.matcher(line);
            assertTrue(parts.matches(), line);
            cases.add(new Case(
                    parts.group(1),
                    parts.group(2).equals("valid"),
                    parts.group(3).translateEscapes()));
        }
        return cases;
    }

    /** Returns why a stream is refused, empty where each of its documents is read. */
    private static String refusal(String stream) {
        try {
            YamlDocumentSplitter documents = new YamlDocumentSplitter(stream, 1 << 20);
            for (YamlDocument next = documents.next(); next != null; next = documents.next()) {
                YamlParser.parse(next, WireLimits.defaults());
            }
            return "";
        } catch (TextException e) {
            return e.getMessage();
        }
    }

    private static int onThePage(String text) throws IOException {
        Matcher said = Pattern.compile("([0-9]+) " + text).matcher(Files.readString(PAGE));
        assertTrue(said.find(), text);
        return Integer.parseInt(said.group(1));
    }

    @Test
    void whatIsValidIsReadUnlessThePageSaysOtherwise() throws IOException {
        Set<String> refused = new TreeSet<>();
        int read = 0;
        for (Case each : cases()) {
            String why = each.isValid() ? refusal(each.text()) : "";
            boolean isByRule = why.startsWith("anchors are not allowed") || why.startsWith("the only directive is");
            if (!why.isEmpty() && !isByRule) {
                assertTrue(why.startsWith("this is not YAML"), each.name() + " " + why);
                refused.add(each.name());
            }
            read += each.isValid() && why.isEmpty() ? 1 : 0;
        }
        assertTrue(refused.remove(ODD_ANCHOR));
        assertEquals(RARE, refused);
        assertEquals(onThePage("valid documents of the public yaml-test-suite"), refused.size());
        assertEquals(230, read);
    }

    @Test
    void whatIsInvalidIsRefusedUnlessThePageSaysOtherwise() throws IOException {
        Set<String> read = new TreeSet<>();
        for (Case each : cases()) {
            if (!each.isValid() && refusal(each.text()).isEmpty()) {
                read.add(each.name());
            }
        }
        assertEquals(LENIENT, read);
        assertEquals(onThePage("invalid documents of the public yaml-test-suite"), read.size());
    }
}
