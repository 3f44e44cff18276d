package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A module depends only on what {@link Floors} allows, in its {@code pom.xml} and in its {@code module-info}. */
final class ModuleDependencies implements Rule {

    private static final String PREFIX = "millrace-";
    private static final Pattern REQUIRES =
            Pattern.compile("requires\\s+(?:transitive\\s+|static\\s+)*io\\.millrace\\.(\\w+)");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> file.isPom() && file.folder().contains("/") && !file.isTestData())
                .forEach(file -> checkPom(file, violations));
        repository
                .files(file -> file.isMainJava() && file.name().equals("module-info.java"))
                .forEach(file -> checkModuleInfo(file, violations));
        return violations;
    }

    private static void checkPom(RepositoryFile file, List<Violation> violations) {
        String module = file.module();
        if (!Floors.isKnown(module)) {
            violations.add(new Violation(file.path(), 1, "add the module to the table of floors: module=" + module));
            return;
        }
        for (Pom.Dependency dependency : Pom.parse(file).dependencies()) {
            if (!isAllowed(module, dependency)) {
                int line = file.lineAt(Math.max(0, file.text().indexOf(dependency.artifact())));
                violations.add(new Violation(
                        file.path(), line, "not allowed by the floors: module=" + module + " uses=" + dependency));
            }
        }
    }

    private static boolean isAllowed(String module, Pom.Dependency dependency) {
        if (dependency.isTest() && !dependency.isOurs()) {
            return true;
        }
        if (!dependency.isOurs()) {
            return dependency.artifact().startsWith("junit-") || Floors.mayUseLibrary(module, dependency.group());
        }
        String used = dependency.artifact().substring(PREFIX.length());
        return Floors.mayUse(module, used) || (dependency.isTest() && Floors.isForTests(used));
    }

    private static void checkModuleInfo(RepositoryFile file, List<Violation> violations) {
        Matcher requires = REQUIRES.matcher(CodeText.of(file.text()));
        while (requires.find()) {
            if (!Floors.mayUse(file.module(), requires.group(1))) {
                violations.add(new Violation(
                        file.path(),
                        file.lineAt(requires.start()),
                        "not allowed by the floors: module=" + file.module() + " requires=" + requires.group(1)));
            }
        }
    }
}
