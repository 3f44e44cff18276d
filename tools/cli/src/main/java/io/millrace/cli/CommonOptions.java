package io.millrace.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of every command of this module. They are not inherited: a command of another module may have its own.
 */
final class CommonOptions {
    private static final int LAST = 1000;

    private CommonOptions() {}

    static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .order(LAST)
                .description("Show this help and end.")
                .build());
        // ErrorReport looks for it in the arguments, for it may be needed before they are parsed.
        command.addOption(OptionSpec.builder(ErrorReport.STACKTRACE)
                .order(LAST + 1)
                .description("Show the stack trace of an error besides its message.")
                .build());
    }

    static OptionSpec version() {
        return OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .order(LAST + 2)
                .description("Show the version and end.")
                .build();
    }
}
