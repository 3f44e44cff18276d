package io.millrace.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;

/**
 * A public method of a published module takes no boolean among other parameters: the caller's {@code true} says
 * nothing. An enum or an options record does. A method whose name says Boolean, and an override, have no choice.
 */
final class PublicBooleans implements Rule {

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> file.isMainJava() && file.isPublished())
                .map(JavaSource::parse)
                .forEach(source -> source.unit().getTypeDecls().forEach(type -> checkType(source, type, violations)));
        return violations;
    }

    private static void checkType(JavaSource source, Tree tree, List<Violation> violations) {
        if (!(tree instanceof ClassTree type) || !type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
            return;
        }
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && isPublic(type, method) && takesABoolean(method)) {
                violations.add(new Violation(
                        source.file().path(),
                        source.firstLine(method),
                        "take an enum or an options record instead of a boolean: method=" + method.getName()));
            }
            checkType(source, member, violations);
        }
    }

    private static boolean isPublic(ClassTree type, MethodTree method) {
        Set<Modifier> flags = method.getModifiers().getFlags();
        return flags.contains(Modifier.PUBLIC)
                || (type.getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE));
    }

    private static boolean takesABoolean(MethodTree method) {
        boolean overrides = method.getModifiers().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().equals("Override"));
        if (overrides || method.getName().toString().contains("Boolean")) {
            return false;
        }
        return method.getParameters().stream().map(VariableTree::getType).anyMatch(PublicBooleans::isBoolean);
    }

    private static boolean isBoolean(Tree type) {
        return type instanceof PrimitiveTypeTree primitive && primitive.getPrimitiveTypeKind() == TypeKind.BOOLEAN;
    }
}
