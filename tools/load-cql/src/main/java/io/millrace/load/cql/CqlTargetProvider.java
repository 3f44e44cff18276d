package io.millrace.load.cql;

import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import java.util.Set;

/** Targets with URLs that begin with {@code cql:}. */
public final class CqlTargetProvider implements TargetProvider {
    /** Creates the provider; the service loader does. */
    public CqlTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("cql");
    }

    @Override
    public String help() {
        return "cql://HOST:PORT/KEYSPACE, asynchronous. Fields of an operation: statement, consistency (LOCAL_ONE)."
                + " Options: datacenter (datacenter1), user, password, in-flight (of all threads; 1000), timeout-ms"
                + " (12000).";
    }

    @Override
    public String defaultOperation() {
        return "select";
    }

    @Override
    public Target target(TargetOptions options) {
        return new CqlTarget(options);
    }
}
