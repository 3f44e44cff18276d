package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads meters in the text format of Prometheus, strictly. */
final class MetersText {

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) [a-z_:][a-zA-Z0-9_:]* .*");
    private static final Pattern LABELS = Pattern.compile("[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_:][a-zA-Z0-9_:]*)(?:\\{(" + LABELS + "(?:," + LABELS + ")*)})? ([-+0-9.eEINnfa]+)");

    private MetersText() {}

    /** Returns the values by the name with its labels, as the text has them. */
    static Map<String, Double> read(String text) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("#")) {
                assertTrue(COMMENT.matcher(line).matches(), line);
                continue;
            }
            Matcher matcher = SAMPLE.matcher(line);
            assertTrue(matcher.matches(), line);
            String labels = matcher.group(2) == null ? "" : "{" + matcher.group(2) + "}";
            assertTrue(values.put(matcher.group(1) + labels, Double.parseDouble(matcher.group(3))) == null, line);
        }
        return values;
    }
}
