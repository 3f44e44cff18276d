package io.millrace.rules;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** A method or initializer over 70 lines, annotations and signature included, is two things. */
final class MethodLength implements Rule {

    static final int MAX_LINES = 70;

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(RepositoryFile::isJava)
                .map(JavaSource::parse)
                .forEach(source -> source.unit().accept(new Scanner(source, violations), null));
        return violations;
    }

    private static final class Scanner extends TreeScanner<Void, Void> {

        private final JavaSource source;
        private final List<Violation> violations;

        Scanner(JavaSource source, List<Violation> violations) {
            this.source = source;
            this.violations = violations;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            for (Tree member : type.getMembers()) {
                if (member instanceof BlockTree initializer) {
                    measure(initializer, "an initializer");
                }
            }
            return super.visitClass(type, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            measure(method, method.getName().toString());
            return super.visitMethod(method, null);
        }

        private void measure(Tree tree, String name) {
            int first = source.firstLine(tree);
            int lines = source.lastLine(tree) - first + 1;
            if (lines > MAX_LINES) {
                violations.add(new Violation(
                        source.file().path(),
                        first,
                        "the method is two things: method=" + name + " lines=" + lines + " limit=" + MAX_LINES));
            }
        }
    }
}
