package io.millrace.cli;

import io.millrace.journal.Index;
import io.millrace.journal.JournalRepair;
import io.millrace.journal.RepairReport;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies the intact messages of a damaged channel. */
@Command(
        name = "repair",
        description = {
            "Make an intact copy of a damaged channel in another directory; the channel itself is not changed.",
            "Every intact message keeps its index; lost ones are skipped in the copy, and named here.",
            "Ends with 3 where something was lost."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace repair data/bars --to repaired/bars"})
final class RepairCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "The directory of the channel, which" + " must have no writer.")
    private Path path;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            required = true,
            description = "The directory of the copy, which does not exist or is empty.")
    private Path to;

    RepairCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Channels.checkFiles(path);
        if (!Channels.isEmpty(to)) {
            throw new InputException("the directory of the copy is not empty to=" + to);
        }
        RepairReport report = JournalRepair.repair(path, to);
        report.findings().forEach(finding -> console.out().line(VerifyCommand.line(finding)));
        for (RepairReport.Loss loss : report.losses()) {
            console.out().line("lost index=" + Index.toText(loss.index()) + " bytes=" + loss.bytes());
        }
        console.out()
                .line(String.format(
                        Locale.ROOT,
                        "%s: kept %,d messages and %,d records up to %s, lost %,d ranges",
                        to,
                        report.dataFrames(),
                        report.metadataFrames(),
                        Index.toText(report.lastIndex()),
                        report.losses().size()));
        return report.losses().isEmpty() ? ExitCode.OK : ExitCode.DAMAGED;
    }
}
