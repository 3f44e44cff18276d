package io.millrace.load;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Processes that answer each line with a line. */
final class ExecTarget implements Target {
    private static final int LEAST_LINE = 16;
    private static final int LONGEST_LINE = 1 << 24;

    private final String command;
    private final Optional<Pattern> failure;
    private final int longestBytes;

    private ExecTarget(String command, Optional<Pattern> failure, int longestBytes) {
        this.command = command;
        this.failure = failure;
        this.longestBytes = longestBytes;
    }

    static ExecTarget of(TargetOptions options) {
        options.allow("fail", "longestBytes");
        if (options.address().isBlank()) {
            throw new LoadException("the target names no command target=" + options.url() + " example=exec:cat");
        }
        Optional<Pattern> failure = Optional.empty();
        try {
            failure = Optional.ofNullable(options.values().get("fail")).map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            throw new LoadException("not a regular expression fail=" + options.value("fail", ""), e);
        }
        int longest = (int) options.number("longestBytes", 1 << 16, LEAST_LINE, LONGEST_LINE);
        return new ExecTarget(options.address(), failure, longest);
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) {
        operations.forEach(operation -> operation.allow("line"));
        try {
            Process process = new ProcessBuilder("/bin/sh", "-c", command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new ExecSession(process, operations, failure, longestBytes);
        } catch (IOException e) {
            throw new LoadException("cannot start command=" + command + " reason=" + e.getMessage(), e);
        }
    }
}
