package io.millrace.cli;

import io.millrace.journal.FileKeyProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes and deletes the keys of encrypted channels. */
@Command(
        name = "keys",
        description = "Work on a directory of keys of encrypted channels.",
        footerHeading = "%nExamples:%n",
        footer = {"  millrace keys rotate /secure/keys customer-17", "  millrace keys forget /secure/keys customer-17"})
final class KeysCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec;

    KeysCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; known commands are rotate and forget");
    }

    @Command(
            name = "rotate",
            description = {
                "Create a new key for a subject.",
                "Messages from the next segment or opening on use the new key; earlier ones stay readable."
            })
    int rotate(
            @Parameters(paramLabel = "DIR", description = "The directory of the keys.") Path directory,
            @Parameters(paramLabel = "SUBJECT", description = "The subject of the key.") String subject) {
        open(directory).rotate(subject);
        console.err().println("Rotated the key of subject=" + subject + ".");
        return ExitCode.OK;
    }

    @Command(
            name = "forget",
            description = {
                "Delete all keys of a subject: no message of it can be read any more, in any channel.",
                "This cannot be undone."
            })
    int forget(
            @Parameters(paramLabel = "DIR", description = "The directory of the keys.") Path directory,
            @Parameters(paramLabel = "SUBJECT", description = "The subject of the keys.") String subject) {
        int deleted = open(directory).forget(subject);
        if (deleted == 0) {
            throw new InputException("no key for this subject subject=" + subject + " keys=" + directory);
        }
        console.err()
                .println("Deleted " + deleted + (deleted == 1 ? " key" : " keys") + " of subject=" + subject + ".");
        return ExitCode.OK;
    }

    private static FileKeyProvider open(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new InputException("the keys are not a directory keys=" + directory);
        }
        return FileKeyProvider.openExisting(directory);
    }
}
