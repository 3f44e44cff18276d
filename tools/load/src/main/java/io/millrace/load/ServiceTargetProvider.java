package io.millrace.load;

import java.util.Set;

/** Creates targets for {@code service:TOPOLOGY}. */
public final class ServiceTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public ServiceTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("service");
    }

    @Override
    public String help() {
        return "service:TOPOLOGY calls the services of a topology, a file of YAML, and a call is over when the first"
                + " call that follows from it is in another channel. Field: call (a document of YAML as dump shows it)."
                + " Options: in=CHANNEL and out=CHANNEL (where there are several), answer=METHOD (any),"
                + " run=here|elsewhere (elsewhere: another process runs it), data=DIR (with run=here a new one, deleted"
                + " at the end), existing=refuse|append, parameter.NAME=VALUE.";
    }

    @Override
    public String defaultOperation() {
        return "call";
    }

    @Override
    public Target target(TargetOptions options) {
        return ServiceTarget.of(options);
    }
}
