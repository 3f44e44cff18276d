package io.millrace.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The long proofs of {@code .ci/areas} run classes that exist, and each test class with the tag {@code proof} is in an
 * area, so that no long form of a test is forgotten.
 */
final class LongProofs implements Rule {

    private static final String AREAS = ".ci/areas";
    private static final Pattern PROOF = Pattern.compile("(?m)^@Tag\\(\"proof\"\\)");
    private static final int WORDS_OF_A_RUN = 4;

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        Optional<RepositoryFile> areas = repository.file(AREAS);
        Set<String> known = new HashSet<>();
        if (areas.isPresent()) {
            List<String> lines = areas.get().lines();
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith("run ")) {
                    check(repository, lines.get(i), i + 1, known, violations);
                } else if (lines.get(i).startsWith("area ")) {
                    checkFolders(repository, lines.get(i), i + 1, violations);
                }
            }
        }
        repository
                .files(file -> file.isTestJava() && !file.module().equals("proof/rules"))
                .filter(file -> PROOF.matcher(file.text()).find() && !known.contains(file.path()))
                .forEach(file -> violations.add(new Violation(
                        file.path(), 1, "name the long form of the test in " + AREAS + ": class=" + file.name())));
        return violations;
    }

    /** Checks that the folders of an area exist: the line has its name, its minutes and these. */
    private static void checkFolders(Repository repository, String line, int number, List<Violation> violations) {
        List<String> words = List.of(line.split(" ", -1));
        for (String folder : words.subList(Math.min(3, words.size()), words.size())) {
            if (!repository.has(folder)) {
                violations.add(new Violation(AREAS, number, "the folder does not exist: folder=" + folder));
            }
        }
    }

    /** Checks that the classes of a run exist: the line has its name, its module, the classes and options. */
    private static void check(
            Repository repository, String line, int number, Set<String> known, List<Violation> violations) {
        List<String> words = List.of(line.split(" ", WORDS_OF_A_RUN + 1));
        if (words.size() < WORDS_OF_A_RUN) {
            violations.add(new Violation(AREAS, number, "a run has a name, a module and classes: line=" + line));
            return;
        }
        String sources = words.get(2) + "/src/test/java/";
        for (String name : words.get(3).split(",", -1)) {
            Optional<RepositoryFile> found = repository
                    .files(file ->
                            file.path().startsWith(sources) && file.name().equals(name + ".java"))
                    .findFirst();
            found.ifPresentOrElse(
                    file -> known.add(file.path()),
                    () -> violations.add(new Violation(
                            AREAS,
                            number,
                            "the test class does not exist: module=" + words.get(2) + " class=" + name)));
        }
    }
}
