package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Small bad and good repositories for the tests of the rules. */
final class Sample {

    /** The sources of a module of core. */
    static final String WIRE = "core/wire/src/main/java/io/millrace/wire/";

    private Sample() {}

    static RepositoryFile file(String path, String text) {
        return new RepositoryFile(path, text);
    }

    static void assertFound(Rule rule, String expected, RepositoryFile... files) {
        List<Violation> violations = rule.check(Repository.of(files));
        assertEquals(1, violations.size(), () -> "one violation: " + violations);
        String violation = violations.getFirst().toString();
        assertTrue(violation.contains(expected), () -> "expected=" + expected + " actual=" + violation);
    }

    static void assertClean(Rule rule, RepositoryFile... files) {
        assertEquals(List.of(), rule.check(Repository.of(files)));
    }
}
