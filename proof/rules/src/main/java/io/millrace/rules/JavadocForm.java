package io.millrace.rules;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Javadoc of a method or constructor begins with a verb in the third person, as in "Returns the name". */
final class JavadocForm implements Rule {

    private static final Pattern VERB = Pattern.compile("[A-Z][a-z]*s\\b.*", Pattern.DOTALL);
    private static final Set<String> NO_VERBS =
            Set.of("This", "Its", "Always", "As", "Has", "Is", "Bytes", "Names", "Values", "Was", "Does");

    private final Predicate<RepositoryFile> where;

    JavadocForm() {
        this(_ -> true);
    }

    JavadocForm(Predicate<RepositoryFile> where) {
        this.where = where;
    }

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isMainJava).filter(where).forEach(file -> {
            JavaSource source = JavaSource.parse(file);
            new Methods(source, violations).scan(source.unit(), null);
        });
        return violations;
    }

    private static final class Methods extends TreePathScanner<Void, Void> {

        private final JavaSource source;
        private final List<Violation> violations;

        Methods(JavaSource source, List<Violation> violations) {
            this.source = source;
            this.violations = violations;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            String comment = source.docs().getDocComment(getCurrentPath());
            if (comment != null && !beginsWithVerb(comment.strip())) {
                violations.add(new Violation(
                        source.file().path(),
                        source.firstLine(method),
                        "begin with a verb, as in Returns: method=" + method.getName() + " text="
                                + comment.strip().lines().findFirst().orElse("")));
            }
            return super.visitMethod(method, null);
        }

        private static boolean beginsWithVerb(String comment) {
            if (comment.startsWith("{@inheritDoc}") || comment.startsWith("@")) {
                return true;
            }
            return VERB.matcher(comment).matches() && !NO_VERBS.contains(comment.split("\\W", 2)[0]);
        }
    }
}
