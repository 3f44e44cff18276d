package io.millrace.cli;

import io.millrace.journal.EncryptedTailer;
import io.millrace.journal.Finding;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.Read;
import io.millrace.journal.TailerOptions;
import io.millrace.journal.VerifyReport;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks the files of a channel. */
@Command(
        name = "verify",
        description = {
            "Check the files of a channel: checksums, order, sparse indexes, end marks, the table.",
            "Reads every byte and writes none; the channel may be in use. Ends with 3 where there is damage.",
            "With --keys every encrypted message is decrypted as well, which shows that it is not forged."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace verify data/bars", "  millrace verify data/bars && cp -r data/bars backup/"})
final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Mixin
    private KeyOptions keys;

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Channels.checkFiles(path);
        long start = System.nanoTime();
        VerifyReport report = JournalVerifier.verify(path);
        long ns = System.nanoTime() - start;
        try {
            print(report, ns);
        } catch (Output.ClosedByReader e) {
            if (report.isSound()) {
                throw e;
            }
        }
        return report.isSound() ? ExitCode.OK : ExitCode.DAMAGED;
    }

    private void print(VerifyReport report, long ns) {
        report.findings().forEach(finding -> console.out().line(line(finding)));
        console.out()
                .line(String.format(
                        Locale.ROOT,
                        "%s: %,d messages and %,d records in %d segments, %s to %s, synced up to %s",
                        path,
                        report.dataFrames(),
                        report.metadataFrames(),
                        report.segments(),
                        Index.toText(report.firstIndex()),
                        Index.toText(report.lastIndex()),
                        Index.toText(report.syncedIndex())));
        console.out()
                .line(String.format(
                        Locale.ROOT,
                        "read %,d bytes in %.3f s, %.2f GB/s",
                        report.bytes(),
                        ns / 1e9,
                        (double) report.bytes() / ns));
        if (report.isSound()) {
            keys.provider().ifPresent(this::decryptAll);
        }
        console.out().line(report.isSound() ? "sound" : String.format(Locale.ROOT, "damages: %,d", report.damages()));
        console.out().flush();
    }

    /** Decrypts every message; one that is not authentic is an error, which names it. */
    private void decryptAll(KeyProvider provider) {
        long decrypted = 0;
        long forgotten = 0;
        try (Journal journal = Journal.openReadOnly(path);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), provider)) {
            while (tailer.read() == Read.MESSAGE) {
                if (tailer.isForgotten()) {
                    forgotten++;
                } else {
                    decrypted++;
                }
            }
        }
        console.out()
                .line(String.format(
                        Locale.ROOT, "decrypted %,d messages; the keys of %,d more are gone", decrypted, forgotten));
    }

    /** Returns a line for a finding: whether it is damage, its kind, location and details. */
    static String line(Finding finding) {
        return (finding.kind().isDamage() ? "damage " : "note ") + finding;
    }
}
