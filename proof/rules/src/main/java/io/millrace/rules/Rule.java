package io.millrace.rules;

import java.util.List;

/** One house rule. */
@FunctionalInterface
public interface Rule {

    /** Returns every place in the repository that breaks the rule. */
    List<Violation> check(Repository repository);
}
