package io.millrace.fix.cli;

import io.millrace.fix.codegen.FixCodegen;
import io.millrace.fix.codegen.FixCodegenException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fix generate}: writes the classes of the messages that a file names. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write classes for the messages of FIX that a file names, from its dictionaries. In a Maven build the"
                    + " annotation processor millrace-fix-codegen does the same.",
            "Files that have the same content already are left as they are."
        },
        footerHeading = "%nExit code: 0, or 1 if the file or a dictionary cannot be used.%n%nExample:%n",
        footer = "  millrace fix generate orders.yaml --out src/main/java")
final class GenerateCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The file of messages, YAML.")
    private Path file;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder of sources.")
    private Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter text = spec.commandLine().getOut();
        try {
            List<Path> written = FixCodegen.write(file, out);
            written.forEach(text::println);
            text.flush();
            return 0;
        } catch (FixCodegenException e) {
            spec.commandLine().getErr().println(e.getMessage());
            spec.commandLine().getErr().flush();
            return 1;
        }
    }
}
