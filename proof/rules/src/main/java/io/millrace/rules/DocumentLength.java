package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All documents together have a bound of words, so that a new page makes another one shorter. A word is what stands
 * between spaces, as {@code wc -w} counts. Records of decisions are not counted: they are kept, a page each.
 */
final class DocumentLength implements Rule {

    static final int MAX_WORDS = 85_000;
    static final int MAX_WORDS_OF_BENCHMARKS = 3_500;

    private static final String BENCHMARKS = "docs/benchmarks.md";
    private static final String RECORDS = "docs/adr/";
    private static final Pattern WORD = Pattern.compile("\\S+");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        long words = 0;
        for (RepositoryFile file : repository
                .files(each -> each.isDocument() && !each.path().startsWith(RECORDS))
                .toList()) {
            long own = WORD.matcher(file.text()).results().count();
            words += own;
            if (file.path().equals(BENCHMARKS) && own > MAX_WORDS_OF_BENCHMARKS) {
                violations.add(new Violation(
                        file.path(), 1, "make the page shorter: words=" + own + " limit=" + MAX_WORDS_OF_BENCHMARKS));
            }
        }
        if (words > MAX_WORDS) {
            violations.add(
                    new Violation("docs", 1, "make the documents shorter: words=" + words + " limit=" + MAX_WORDS));
        }
        return violations;
    }
}
