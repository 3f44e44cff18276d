package io.millrace.load;

import java.util.Set;

/** Creates the target {@code idle:}, which does nothing, so that a run measures the generator itself. */
public final class IdleTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public IdleTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("idle");
    }

    @Override
    public String help() {
        return "idle: does nothing, at once. It shows what generator and machine can do. It has no fields or options.";
    }

    @Override
    public String defaultOperation() {
        return "nothing";
    }

    @Override
    public Target target(TargetOptions options) {
        options.allow();
        return operations -> {
            operations.forEach(OperationSpec::allow);
            return Operation::complete;
        };
    }
}
