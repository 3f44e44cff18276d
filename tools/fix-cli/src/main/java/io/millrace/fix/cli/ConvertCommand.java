package io.millrace.fix.cli;

import io.millrace.channel.ChannelOptions;
import io.millrace.fix.FixException;
import io.millrace.fix.FixJournal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fix convert}: makes a topology of the settings of QuickFIX. */
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make the section fix of a topology of a settings file of QuickFIX/J or QuickFIX. Each setting is"
                    + " converted, named as not needed, or refused with what to do instead.",
            "With --data the numbers in sequence files (FileStorePath) continue."
        },
        footerHeading = "%nExit code: 0; 1 if a setting was refused or nothing written.%n%nExample:%n",
        footer = "  millrace fix convert quickfixj.cfg -o fix.yaml --data data")
final class ConvertCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The settings file.")
    private Path file;

    @Option(names = "-o", paramLabel = "FILE.yaml", description = "Printed when left out.")
    private Path output;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory, whose journal fix takes the numbers.")
    private Path data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter said = spec.commandLine().getErr();
        try {
            QuickFixConverter converter = new QuickFixConverter(QuickFixFile.read(file));
            SequencedMap<QuickFixConverter.Session, SequenceFiles> numbers = new LinkedHashMap<>();
            if (data != null) {
                read(converter, numbers, said);
            }
            write(converter.yaml(file.toString()));
            if (data != null) {
                keep(numbers);
            }
            converter.notNeeded().forEach(line -> said.println("not needed: " + line));
            numbers.forEach((session, files) -> said.println("continues: " + session.id() + " expects number "
                    + files.nextIncoming() + ", sends from number " + files.nextOutgoing()));
            converter.refused().forEach(line -> said.println("refused: " + line));
            return converter.refused().isEmpty() ? 0 : 1;
        } catch (FixException | IllegalArgumentException e) {
            said.println(e.getMessage());
            return 1;
        } finally {
            said.flush();
        }
    }

    /** Reads the numbers of all sessions before anything is written. */
    private void read(
            QuickFixConverter converter,
            SequencedMap<QuickFixConverter.Session, SequenceFiles> numbers,
            PrintWriter said) {
        if (Files.exists(data.resolve("fix"))) {
            throw new FixException(
                    "there is a journal already; its numbers stay as they are directory=" + data.resolve("fix"));
        }
        Path base = file.toAbsolutePath().getParent();
        for (QuickFixConverter.Session session : converter.sessions()) {
            Optional<SequenceFiles> found =
                    session.store().flatMap(store -> SequenceFiles.read(base.resolve(store), session.id()));
            found.ifPresent(files -> numbers.put(session, files));
            if (found.isEmpty()) {
                said.println("begins at 1: " + session.id() + " has no sequence files");
            }
        }
    }

    private void write(String yaml) {
        if (output == null) {
            spec.commandLine().getOut().print(yaml);
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            Files.writeString(output, yaml, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new FixException("the file exists already file=" + output, e);
        } catch (IOException e) {
            throw new FixException("cannot write file=" + output + ": " + e, e);
        }
    }

    private void keep(SequencedMap<QuickFixConverter.Session, SequenceFiles> numbers) {
        try (FixJournal journal = FixJournal.open(data.resolve("fix"), ChannelOptions.defaults())) {
            numbers.forEach((session, files) ->
                    journal.takeOver(session.id(), files.nextIncoming(), files.nextOutgoing(), files.since()));
        }
    }
}
