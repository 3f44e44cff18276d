package io.millrace.cli;

import io.millrace.journal.FileKeyProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes and deletes the keys of encrypted channels. */
@Command(
        name = "keys",
        description = "Work on a directory of keys of encrypted channels.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace keys rotate /secure/keys customer-17",
            "  millrace keys forget /secure/keys customer-17 --data data"
        })
final class KeysCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec;

    KeysCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; known commands are forget, hide and rotate");
    }

    @Command(
            name = "hide",
            description = {
                "Let channels state numbers in place of the names of subjects, made with this directory.",
                "To be called before the first message; the directory is created where it does not exist."
            })
    int hide(@Parameters(paramLabel = "DIR", description = "The directory of the keys.") Path directory) {
        FileKeyProvider.open(directory).hideSubjects();
        console.err().println("Subjects are hidden. Without the file subjects.secret no key can be found by a name.");
        return ExitCode.OK;
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
                "This cannot be undone. A component that would be called with one of them when it starts cannot start",
                "any more; with --data nothing is deleted while there is such a component, and each is named."
            })
    int forget(
            @Parameters(paramLabel = "DIR", description = "The directory of the keys.") Path directory,
            @Parameters(paramLabel = "SUBJECT", description = "The subject of the keys.") String subject,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            description =
                                    "A data directory whose messages and components are looked at first; again for"
                                            + " further ones.")
                    List<Path> data) {
        FileKeyProvider keys = open(directory);
        List<String> stuck = (data == null ? List.<Path>of() : data)
                .stream()
                        .flatMap(each -> ForgetCheck.in(each, keys, subject).stream())
                        .toList();
        if (!stuck.isEmpty()) {
            console.err()
                    .println("Deleted nothing: these could not start again. A component needs a second snapshot, and"
                            + " a gateway another request, after the last message of subject=" + subject + ".");
            stuck.forEach(each -> console.err().println("  " + each));
            return ExitCode.FAILED;
        }
        int deleted = keys.forget(subject);
        if (deleted == 0) {
            throw new InputException("no key for this subject subject=" + subject + " keys=" + directory);
        }
        console.err()
                .println("Deleted " + deleted + (deleted == 1 ? " key" : " keys") + " of subject=" + subject + ".");
        console.err()
                .println("A process that has read with a key keeps it until it is restarted."
                        + (data != null
                                ? ""
                                : " A component that reads these messages starts again only from a snapshot after the"
                                        + " last of them."));
        return ExitCode.OK;
    }

    private static FileKeyProvider open(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new InputException("the keys are not a directory keys=" + directory);
        }
        return FileKeyProvider.openExisting(directory);
    }
}
