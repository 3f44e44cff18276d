package io.millrace.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The root {@code pom.xml} and its profiles name every module, by floor, and each is named after its folder. */
final class ModuleList implements Rule {

    private static final List<String> FLOORS = List.of("core", "edge", "tools", "proof", "examples", "bom");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        Optional<Pom> root = repository.file("pom.xml").map(Pom::parse);
        List<String> listed = root.map(Pom::modules).orElse(List.of());
        for (String module : listed) {
            if (repository.file(module + "/pom.xml").isEmpty()) {
                violations.add(new Violation("pom.xml", 1, "the module does not exist: module=" + module));
            }
        }
        for (List<String> list : root.map(Pom::moduleLists).orElse(List.of())) {
            if (!list.stream()
                    .sorted(Comparator.comparingInt(ModuleList::floor))
                    .toList()
                    .equals(list)) {
                violations.add(new Violation("pom.xml", 1, "list the modules by floor: floors=" + FLOORS));
            }
        }
        repository
                .files(file -> file.isPom() && !file.folder().isEmpty() && !file.isTestData() && !file.isOwnProject())
                .forEach(file -> check(file, listed, violations));
        return violations;
    }

    private static void check(RepositoryFile pom, List<String> listed, List<Violation> violations) {
        String module = pom.folder();
        if (!listed.contains(module)) {
            violations.add(new Violation(pom.path(), 1, "the root pom.xml does not list the module"));
        }
        String artifact = (floor(module) == FLOORS.indexOf("examples") ? "millrace-example-" : "millrace-")
                + module.substring(module.lastIndexOf('/') + 1);
        String actual = Pom.parse(pom).artifact();
        if (!actual.equals(artifact)) {
            violations.add(new Violation(
                    pom.path(),
                    1,
                    "the artifact is named after its folder: expected=" + artifact + " actual=" + actual));
        }
    }

    private static int floor(String module) {
        return FLOORS.indexOf(module.split("/", 2)[0]);
    }
}
