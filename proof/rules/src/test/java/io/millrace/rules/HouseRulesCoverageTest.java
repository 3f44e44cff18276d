package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class HouseRulesCoverageTest {

    @Test
    void everyRuleIsInTheListAndHasATest() throws IOException, InterruptedException {
        Repository repository = Repository.around(Path.of(""));
        List<String> rules = repository
                .files(file ->
                        file.module().equals("proof/rules") && file.text().contains(" implements Rule "))
                .filter(RepositoryFile::isMainJava)
                .map(file -> file.name().replace(".java", ""))
                .sorted()
                .toList();
        List<String> tested = rules.stream()
                .filter(rule -> repository.has("proof/rules/src/test/java/io/millrace/rules/" + rule + "Test.java"))
                .toList();
        assertEquals(List.copyOf(HouseRules.byName().keySet()), rules);
        assertEquals(rules, tested);
    }
}
