package io.millrace.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Main code has no static field that can be set: state belongs to an object that its user can create again. */
final class StaticState implements Rule {

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> file.isMainJava() && file.isPublished())
                .map(JavaSource::parse)
                .forEach(source -> source.unit()
                        .accept(
                                new TreeScanner<Void, Void>() {
                                    @Override
                                    public Void visitClass(ClassTree type, Void nothing) {
                                        checkFields(source, type, violations);
                                        return super.visitClass(type, null);
                                    }
                                },
                                null));
        return violations;
    }

    private static void checkFields(JavaSource source, ClassTree type, List<Violation> violations) {
        for (Tree member : type.getMembers()) {
            if (member instanceof VariableTree field) {
                Set<Modifier> flags = field.getModifiers().getFlags();
                if (flags.contains(Modifier.STATIC) && !flags.contains(Modifier.FINAL)) {
                    violations.add(new Violation(
                            source.file().path(),
                            source.firstLine(field),
                            "make it a field of an object, or final: field=" + field.getName()));
                }
            }
        }
    }
}
