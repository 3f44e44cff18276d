package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The BOM has the version of everything else and lists exactly the published modules, which are deployed. */
final class BillOfMaterials implements Rule {

    private static final String PATH = "bom/pom.xml";
    private static final Set<String> OPEN_FLOORS = Set.of("proof", "examples");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        Optional<Pom> bom = repository.file(PATH).map(Pom::parse);
        Optional<Pom> root = repository.file("pom.xml").map(Pom::parse);
        if (bom.isEmpty() || root.isEmpty()) {
            return violations;
        }
        if (!bom.get().version().equals(root.get().version())) {
            violations.add(new Violation(
                    PATH,
                    1,
                    "expected=" + root.get().version() + " actual=" + bom.get().version()));
        }
        List<String> published = repository
                .files(file -> file.isPom() && file.isPublished() && !file.isTestData() && !isKept(file))
                .map(file -> Pom.parse(file).artifact())
                .toList();
        List<String> listed = bom.get().managed();
        for (String artifact : published) {
            if (!listed.contains(artifact)) {
                violations.add(new Violation(PATH, 1, "list the published module: artifact=" + artifact));
            }
        }
        for (String artifact : listed) {
            if (!published.contains(artifact)) {
                violations.add(new Violation(PATH, 1, "there is no such published module: artifact=" + artifact));
            }
        }
        repository
                .files(file -> file.isPom()
                        && OPEN_FLOORS.contains(file.floor())
                        && !file.isTestData()
                        && !file.isOwnProject()
                        && !isKept(file))
                .forEach(file -> violations.add(new Violation(
                        file.path(), 1, "a release would publish the module: set maven.deploy.skip to true")));
        return violations;
    }

    /** Returns whether a module is never deployed. */
    private static boolean isKept(RepositoryFile pom) {
        return pom.text().contains("<maven.deploy.skip>true</maven.deploy.skip>");
    }
}
