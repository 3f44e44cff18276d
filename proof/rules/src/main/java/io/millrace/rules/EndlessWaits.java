package io.millrace.rules;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A test does not wait without a limit: a loop that only pauses until a condition holds hangs where it never does, and
 * the build that is killed then says nothing of the condition. A loop that also looks at the time or at interrupts has
 * an end of its own, and one whose condition offers or reads something does work.
 */
final class EndlessWaits implements Rule {

    private static final Pattern PAUSE = Pattern.compile("\\b(parkNanos|park|onSpinWait|sleep|yield|await)\\(");
    private static final Pattern NO_WORK =
            Pattern.compile("(.*\\.)?(parkNanos|park|onSpinWait|sleep|yield|await|gc|fail|assert\\w+)");
    private static final Pattern ENDS = Pattern.compile("\\b(nanoTime|isInterrupted|interrupted|offer|read)\\(");

    /** Threads that are themselves part of what is tested: proxies that hold data back, writers, processes to kill. */
    private static final List<String> PARTS_OF_TESTS =
            List.of("/HoldingProxy.java", "/StallingProxy.java", "/MissingFramesTest.java", "/RunProcess.java");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(EndlessWaits::mayHaveOne)
                .map(JavaSource::parse)
                .forEach(source -> source.unit().accept(new Loops(source, violations), null));
        return violations;
    }

    /** Returns whether a file is a test that may use Await, which the leak checks below it cannot. */
    private static boolean mayHaveOne(RepositoryFile file) {
        return file.isTestJava()
                && !file.module().equals("proof/leaks")
                && PARTS_OF_TESTS.stream().noneMatch(file.path()::endsWith)
                && file.text().contains("while (");
    }

    private static final class Loops extends TreeScanner<Void, Void> {

        private final JavaSource source;
        private final List<Violation> violations;

        Loops(JavaSource source, List<Violation> violations) {
            this.source = source;
            this.violations = violations;
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree loop, Void nothing) {
            check(loop, loop.getStatement());
            return super.visitWhileLoop(loop, null);
        }

        @Override
        public Void visitDoWhileLoop(DoWhileLoopTree loop, Void nothing) {
            check(loop, loop.getStatement());
            return super.visitDoWhileLoop(loop, null);
        }

        private void check(Tree loop, StatementTree body) {
            boolean waits = PAUSE.matcher(body.toString()).find()
                    && statements(body).stream().allMatch(Loops::isNoWork);
            if (waits && !ENDS.matcher(loop.toString()).find()) {
                violations.add(new Violation(
                        source.file().path(),
                        source.firstLine(loop),
                        "wait with Await.until of proof/fixtures, which ends and says what for"));
            }
        }

        private static List<? extends StatementTree> statements(StatementTree body) {
            return body instanceof BlockTree block ? block.getStatements() : List.of(body);
        }

        /** Returns whether a statement is a call that pauses, collects garbage or asserts. */
        private static boolean isNoWork(StatementTree statement) {
            return statement instanceof ExpressionStatementTree expression
                    && expression.getExpression() instanceof MethodInvocationTree call
                    && NO_WORK.matcher(call.getMethodSelect().toString()).matches();
        }
    }
}
