package io.millrace.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test class says what it needs of the machine by its tags: {@code process} starts other programs, {@code engine} a
 * broker, a database or a browser, {@code bench} sides of benchmarks, {@code proof} repeats random rounds and has a
 * long form, and {@code alone} is disturbed by other tests. The first four are found in the code: in the class itself
 * and in the test classes of its module that it names. No other tag exists.
 */
final class TestTags implements Rule {

    private static final String PROCESS = "process";
    private static final String ENGINE = "engine";
    private static final String BENCH = "bench";
    private static final String PROOF = "proof";
    private static final Set<String> ALL = Set.of(PROCESS, ENGINE, BENCH, PROOF, "alone");

    /** What stands in code that starts something. */
    private static final Map<String, Pattern> STARTS = Map.of(
            PROCESS, Pattern.compile("\\bnew ProcessBuilder\\b|\\bRuntime\\.getRuntime\\(\\)\\.exec\\b"),
            ENGINE, Pattern.compile("\\b(EmbeddedPostgres|KafkaCluster|CassandraDaemon|ChromeDriver)\\b"),
            BENCH, Pattern.compile("\\b(SuiteRunner|ForkRunner)\\b"));

    private static final Pattern ROUNDS = Pattern.compile("\\bLane\\.rounds\\(");
    private static final Pattern PARAMETER =
            Pattern.compile("\\bget(Integer|Long|Boolean|Property)\\(\\s*\"millrace\\.");
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");

    /** Modules of helpers, which tests of every module use. */
    private static final Set<String> SHARED = Set.of("proof/fixtures", "proof/kafka-broker");

    /** Modules whose own tests look at the means of this rule without using them. */
    private static final Set<String> EXEMPT = Set.of("proof/rules", "proof/harness", "proof/leaks");

    /** What a file starts itself, and the types that it names. */
    private record Facts(RepositoryFile file, Set<String> started, Set<String> types, boolean hasRounds) {}

    @Override
    public List<Violation> check(Repository repository) {
        Map<String, Set<String>> shared = new HashMap<>();
        Map<String, List<Facts>> modules = new LinkedHashMap<>();
        repository.files(RepositoryFile::isJava).forEach(file -> {
            if (file.isMainJava() && SHARED.contains(file.module())) {
                shared.put(typeName(file), facts(file).started());
            } else if (file.isTestJava() && !EXEMPT.contains(file.module())) {
                modules.computeIfAbsent(file.module(), module -> new ArrayList<>())
                        .add(facts(file));
            }
        });
        List<Violation> violations = new ArrayList<>();
        modules.values().forEach(tests -> check(tests, shared, violations));
        return violations;
    }

    private static void check(List<Facts> tests, Map<String, Set<String>> shared, List<Violation> violations) {
        Map<String, Set<String>> known = new HashMap<>(shared);
        for (boolean found = true; found; ) {
            found = false;
            for (Facts facts : tests) {
                if (!isTestClass(facts.file())) {
                    // It only grows, so that this ends also where two files have one name.
                    found |= known.computeIfAbsent(typeName(facts.file()), name -> new TreeSet<>())
                            .addAll(reached(facts, known));
                }
            }
        }
        for (Facts facts : tests) {
            if (isTestClass(facts.file())) {
                check(facts, reached(facts, known), violations);
            }
        }
    }

    private static void check(Facts facts, Set<String> needed, List<Violation> violations) {
        RepositoryFile file = facts.file();
        if (facts.hasRounds() || PARAMETER.matcher(file.text()).find()) {
            needed.add(PROOF);
        }
        Matcher tag = TAG.matcher(file.text());
        while (tag.find()) {
            needed.remove(tag.group(1));
            if (!ALL.contains(tag.group(1))) {
                violations.add(new Violation(
                        file.path(),
                        file.lineAt(tag.start()),
                        "unknown tag=" + tag.group(1) + " known=" + new TreeSet<>(ALL)));
            }
        }
        for (String missing : needed) {
            violations.add(new Violation(
                    file.path(), 1, "say what the test needs: add @Tag(\"" + missing + "\") to the class"));
        }
    }

    private static boolean isTestClass(RepositoryFile file) {
        return file.name().endsWith("Test.java");
    }

    private static String typeName(RepositoryFile file) {
        return file.name().replace(".java", "");
    }

    private static Facts facts(RepositoryFile file) {
        String code = CodeText.of(file.text());
        Set<String> started = new TreeSet<>();
        STARTS.forEach((tag, pattern) -> {
            if (pattern.matcher(code).find()) {
                started.add(tag);
            }
        });
        Set<String> types = new TreeSet<>();
        Matcher type = TYPE.matcher(code);
        while (type.find()) {
            types.add(type.group());
        }
        types.remove(typeName(file));
        return new Facts(file, started, types, ROUNDS.matcher(code).find());
    }

    /** Returns the tags of what a file starts itself or by the types that it names. */
    private static Set<String> reached(Facts facts, Map<String, Set<String>> known) {
        Set<String> found = new TreeSet<>(facts.started());
        for (String type : facts.types()) {
            found.addAll(known.getOrDefault(type, Set.of()));
        }
        return found;
    }
}
