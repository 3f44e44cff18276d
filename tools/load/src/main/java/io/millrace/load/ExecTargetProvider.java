package io.millrace.load;

import java.util.Set;

/** Creates targets for {@code exec:COMMAND}. */
public final class ExecTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public ExecTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("exec");
    }

    @Override
    public String help() {
        return "exec:COMMAND starts COMMAND by the shell, once for each thread, writes a line to it for each operation,"
                + " and takes each line that it writes as the answer to the oldest one. Field: line (else the number of"
                + " the operation). Options: fail=REGEX (answers that match are failures), longestBytes=65536.";
    }

    @Override
    public String defaultOperation() {
        return "line";
    }

    @Override
    public Target target(TargetOptions options) {
        return ExecTarget.of(options);
    }
}
