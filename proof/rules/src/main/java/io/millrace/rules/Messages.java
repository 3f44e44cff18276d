package io.millrace.rules;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Messages of exceptions and logs have one form: a lower-case start (names keep their case), then {@code name=value}
 * after a space, and no full stop at the end.
 */
final class Messages implements Rule {

    /** A capital that only begins a sentence: the word has no other capital, digit or dot. */
    private static final Pattern CAPITAL = Pattern.compile("[A-Z][a-z]+(?![\\w.$])(?s:.*)");

    private static final Pattern COLON = Pattern.compile("\\w: [A-Za-z]+=");
    private static final Pattern NAMES =
            Pattern.compile("(Java|Linux|Millrace|Maven|Jackson|Chronicle|Unicode)\\b(?s:.*)");

    private final Predicate<RepositoryFile> where;

    Messages() {
        this(_ -> true);
    }

    Messages(Predicate<RepositoryFile> where) {
        this.where = where;
    }

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isMainJava).filter(where).forEach(file -> {
            JavaSource source = JavaSource.parse(file);
            new Calls(source, violations).scan(source.unit(), null);
        });
        return violations;
    }

    private static final class Calls extends TreeScanner<Void, Void> {

        private final JavaSource source;
        private final List<Violation> violations;

        Calls(JavaSource source, List<Violation> violations) {
            this.source = source;
            this.violations = violations;
        }

        @Override
        public Void visitNewClass(NewClassTree created, Void nothing) {
            String type = created.getIdentifier().toString();
            if (type.endsWith("Exception") || type.endsWith("Error")) {
                created.getArguments().forEach(this::check);
            }
            return super.visitNewClass(created, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            if (call.getMethodSelect().toString().endsWith(".log")) {
                call.getArguments().forEach(this::check);
            }
            return super.visitMethodInvocation(call, null);
        }

        /** Checks an argument that is a text or a sum that begins with one. */
        private void check(ExpressionTree argument) {
            List<String> parts = new ArrayList<>();
            collect(argument, parts);
            String first = parts.getFirst();
            String last = parts.getLast();
            if (first != null
                    && CAPITAL.matcher(first).matches()
                    && !NAMES.matcher(first).matches()) {
                report(argument, "begin with a lower-case letter", first);
            }
            if (last != null && last.endsWith(".") && !last.endsWith("...")) {
                report(argument, "leave out the full stop", last);
            }
            parts.stream()
                    .filter(part -> part != null && COLON.matcher(part).find())
                    .forEach(part -> report(argument, "write a space before name=value, no colon", part));
        }

        /** Adds the operands of a sum from left to right; null stands for what is no text. */
        private static void collect(Tree expression, List<String> parts) {
            if (expression instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                collect(sum.getLeftOperand(), parts);
                collect(sum.getRightOperand(), parts);
            } else {
                parts.add(
                        expression instanceof LiteralTree literal && literal.getValue() instanceof String text
                                ? text
                                : null);
            }
        }

        private void report(ExpressionTree argument, String what, String text) {
            violations.add(new Violation(source.file().path(), source.firstLine(argument), what + ": text=" + text));
        }
    }
}
