package io.millrace.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script by which bash and zsh complete this command. */
@Command(
        name = "completion",
        description = "Print a script by which bash completes the command.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(millrace completion)",
            "  millrace completion > ~/.local/share/bash-completion/completions/millrace"
        })
final class CompletionCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        console.out().print(AutoComplete.bash("millrace", spec.root().commandLine()));
    }
}
