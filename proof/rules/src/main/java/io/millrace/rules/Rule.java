package io.millrace.rules;

import java.util.List;

/** One house rule. */
@FunctionalInterface
public interface Rule {

    /** Returns all violations of the rule in the repository. */
    List<Violation> check(Repository repository);
}
