package io.millrace.load.jdbc;

import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import java.util.Set;

/** Targets with URLs that begin with {@code jdbc:}. */
public final class JdbcTargetProvider implements TargetProvider {
    /** Creates the provider; the service loader does. */
    public JdbcTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("jdbc");
    }

    @Override
    public String help() {
        return "jdbc:URL, or jdbc: alone for H2 in memory. Field of an operation: statement, each a transaction of its"
                + " own. Options: user, password.";
    }

    @Override
    public String defaultOperation() {
        return "select";
    }

    @Override
    public Target target(TargetOptions options) {
        return new JdbcTarget(options);
    }
}
