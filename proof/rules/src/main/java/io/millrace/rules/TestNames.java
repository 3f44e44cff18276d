package io.millrace.rules;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * A class with tests is called {@code XTest}, since the build runs no other, and its tests say what happens
 * ({@code aKilledWriterNeverBlocksTheNext}). A contract suite, which is abstract or an interface, has its own name.
 */
final class TestNames implements Rule {

    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(RepositoryFile::isTestJava)
                .map(JavaSource::parse)
                .forEach(source -> source.unit().getTypeDecls().forEach(tree -> {
                    if (tree instanceof ClassTree type) {
                        check(source, type, violations);
                    }
                }));
        return violations;
    }

    private static void check(JavaSource source, ClassTree type, List<Violation> violations) {
        List<MethodTree> tests = new ArrayList<>();
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && isTest(method)) {
                tests.add(method);
            }
        }
        boolean runs = type.getKind() == Tree.Kind.CLASS
                && !type.getModifiers().getFlags().contains(Modifier.ABSTRACT);
        if (!tests.isEmpty() && runs && !type.getSimpleName().toString().endsWith("Test")) {
            violations.add(new Violation(
                    source.file().path(),
                    source.firstLine(type),
                    "the build does not run it unless its name ends in Test: class=" + type.getSimpleName()));
        }
        for (MethodTree test : tests) {
            if (test.getName().toString().matches("(should|test|issue).*")) {
                violations.add(new Violation(
                        source.file().path(),
                        source.firstLine(test),
                        "say what happens, without should or test: method=" + test.getName()));
            }
        }
    }

    private static boolean isTest(MethodTree method) {
        for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
            if (TESTS.contains(annotation.getAnnotationType().toString())) {
                return true;
            }
        }
        return false;
    }
}
