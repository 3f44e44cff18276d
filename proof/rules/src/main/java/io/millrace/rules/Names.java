package io.millrace.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name says what a thing is: no suffix that would fit anything, no number that only counts variants. A number that
 * is a size or a width (8, 16, 32 and so on) may end a name.
 */
final class Names implements Rule {

    private static final Pattern EMPTY_SUFFIX = Pattern.compile(".*(Impl|Manager|Helper|Utils?|Misc)");
    private static final Pattern NUMBER = Pattern.compile(".*?[^0-9]([0-9]+)");

    /** Words that are not ours to choose: of the trade that an example is about, and names of products. */
    private static final Pattern GIVEN = Pattern.compile("OrderManager.*|.*H2");

    private static final int SMALLEST_SIZE = 8;

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(RepositoryFile::isJava)
                .map(JavaSource::parse)
                .forEach(source -> source.unit().accept(new Scanner(source, violations), null));
        return violations;
    }

    private static boolean countsVariants(String name) {
        Matcher number = NUMBER.matcher(name);
        if (GIVEN.matcher(name).matches()
                || !number.matches()
                || number.group(1).length() > Integer.SIZE / Byte.SIZE) {
            return false;
        }
        int value = Integer.parseInt(number.group(1));
        return value < SMALLEST_SIZE || Integer.bitCount(value) != 1;
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
            String name = type.getSimpleName().toString();
            if (EMPTY_SUFFIX.matcher(name).matches() && !GIVEN.matcher(name).matches()) {
                report(source.firstLine(type), name, "name the role instead, see docs/glossary.md");
            } else if (countsVariants(name)) {
                report(source.firstLine(type), name, "say how the variants differ instead of counting them");
            }
            return super.visitClass(type, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            String name = method.getName().toString();
            if (source.file().isMainJava() && countsVariants(name)) {
                report(source.firstLine(method), name, "say how the variants differ instead of counting them");
            }
            return super.visitMethod(method, null);
        }

        private void report(int line, String name, String advice) {
            violations.add(new Violation(source.file().path(), line, advice + ": name=" + name));
        }
    }
}
