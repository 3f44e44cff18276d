package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every rule over every file of this repository. */
@Tag("process")
class HouseRulesTest {

    @TestFactory
    Stream<DynamicTest> theRepositoryKeepsEveryRule() throws IOException, InterruptedException {
        Repository repository = Repository.around(Path.of(""));
        assertTrue(
                repository.has("proof/rules/pom.xml"),
                "found the repository: files=" + repository.files().size());
        return HouseRules.byName().entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> assertKept(rule.getValue(), repository)));
    }

    private static void assertKept(Rule rule, Repository repository) {
        List<Violation> violations = rule.check(repository);
        assertTrue(
                violations.isEmpty(),
                () -> violations.stream().map(Violation::toString).collect(Collectors.joining("\n", "\n", "")));
    }
}
