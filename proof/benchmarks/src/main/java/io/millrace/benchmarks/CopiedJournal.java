package io.millrace.benchmarks;

import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** A journal that this process sends to one copy in another process. All options are the usual ones. */
final class CopiedJournal implements AutoCloseable {
    private final OtherEnd other;
    private final Journal journal;
    private final MemberFiles source;
    private final Appender appender;
    private final Tailer tailer;

    private CopiedJournal(OtherEnd other, Path directory) throws IOException {
        this.other = other;
        journal = Journal.open(directory, JournalOptions.defaults());
        source = MemberFiles.newSource(directory, 1);
        source.attach(journal);
        appender = journal.appender();
        tailer = journal.tailer(TailerOptions.defaults().withMark(MarkPolicy.ALWAYS));
    }

    /**
     * Opens a journal, whose copy has its first message.
     *
     * @param other the process of the copy, which has no other copy
     * @param directory where both have their files
     * @param first the first message
     */
    static CopiedJournal open(OtherEnd other, Path directory, MemorySegment first) throws IOException {
        CopiedJournal opened = new CopiedJournal(other, directory.resolve("source"));
        opened.append(first);
        other.ask("copy " + opened.source.address() + " " + directory.resolve("copy"));
        opened.source.awaitCopy();
        opened.sent();
        while (opened.tailer.read() != Read.MESSAGE) {
            Thread.onSpinWait();
        }
        return opened;
    }

    /** Appends a message, and returns its index. */
    long append(MemorySegment message) {
        return appender.append(message, 0, (int) message.byteSize());
    }

    /** Sends what was appended at once. */
    void sent() {
        source.appended();
    }

    /** Returns the appender, for the thread that appends. */
    Appender appender() {
        return appender;
    }

    /** Returns the tailer, which stops where the copy does not have the messages yet. */
    Tailer tailer() {
        return tailer;
    }

    @Override
    public void close() throws IOException {
        try (journal;
                source;
                appender;
                tailer) {
            other.ask("close");
        }
    }
}
