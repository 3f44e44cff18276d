package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the manual pages, from what the commands say of themselves. */
@Command(
        name = "man-pages",
        description = "Write the manual pages of all commands into a directory, a file for each.",
        footerHeading = "%nExample:%n",
        footer = "  millrace man-pages ~/.local/share/man/man1")
final class ManPagesCommand implements Runnable {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Where the files are written; it is created if it is missing.")
    private Path directory;

    @Spec
    private CommandSpec spec;

    ManPagesCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        Map<String, String> pages = ManPages.of(spec.root().commandLine());
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> page : pages.entrySet()) {
                Files.writeString(directory.resolve(page.getKey()), page.getValue());
            }
        } catch (IOException e) {
            throw new InputException("cannot write the manual pages directory=" + directory + " reason=" + e, e);
        }
        console.out().print("wrote " + pages.size() + " pages to " + directory + "\n");
    }
}
