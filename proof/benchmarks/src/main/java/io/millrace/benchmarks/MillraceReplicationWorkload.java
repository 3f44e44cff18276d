package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** A journal whose process also sends it; the copy is in another process. All options are the usual ones. */
public final class MillraceReplicationWorkload extends ReplicationWorkload {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final MemorySegment message = Arena.ofAuto().allocate(MESSAGE_BYTES, Long.BYTES);
    private OtherEnd other;
    private OtherEnd second;

    /** Creates the workload; a fork calls this. */
    public MillraceReplicationWorkload() {}

    @Override
    void begin(Effort effort, Path directory) throws Exception {
        other = OtherEnd.start();
        second = OtherEnd.start();
    }

    @Override
    void end() throws Exception {
        other.close();
        second.close();
    }

    private long append(Appender appender, long number) {
        message.set(ValueLayout.JAVA_LONG, 0, number);
        return appender.append(message, 0, MESSAGE_BYTES);
    }

    @Override
    long append(Path directory, long messages) throws Exception {
        Path from = directory.resolve("source");
        try (Journal journal = Journal.open(from, JournalOptions.defaults());
                Appender appender = journal.appender();
                MemberFiles source = MemberFiles.newSource(from, 1)) {
            source.attach(journal);
            append(appender, -1);
            other.ask("copy " + source.address() + " " + directory.resolve("copy"));
            source.awaitCopy();
            long startNs = System.nanoTime();
            for (long n = 0; n < messages; n++) {
                append(appender, n);
            }
            source.awaitCopy();
            long tookNs = System.nanoTime() - startNs;
            other.ask("close");
            return tookNs;
        }
    }

    @Override
    void alone(Path directory, long leadInNs, Histogram into, long durationNs) throws Exception {
        message.set(ValueLayout.JAVA_LONG, 0, 1);
        try (CopiedJournal journal = CopiedJournal.open(other, directory, message)) {
            LatencyStep step = () -> {
                long index = journal.append(message);
                journal.sent();
                journal.appender().awaitAcknowledged(index, LONG);
            };
            record(step, leadInNs, into, durationNs);
        }
    }

    @Override
    AppendRates.CopiedLog copied(Path directory) throws Exception {
        CopiedJournal journal = CopiedJournal.open(other, directory, message);
        return new AppendRates.CopiedLog() {
            @Override
            public void append(long content, int count) {
                message.set(ValueLayout.JAVA_LONG, 0, content);
                for (int i = 0; i < count; i++) {
                    journal.append(message);
                }
                journal.sent();
            }

            @Override
            public long acknowledged() {
                Tailer tailer = journal.tailer();
                return tailer.read() == Read.MESSAGE
                        ? tailer.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, tailer.offset())
                        : NOTHING;
            }

            @Override
            public void close() throws IOException {
                journal.close();
            }
        };
    }

    @Override
    TaskExchange exchange(String name, Path directory) throws IOException {
        return new CopiedTaskExchange(other, second, directory);
    }

    @Override
    void prepare(Path directory, long bytes) throws Exception {
        try (Journal journal = Journal.open(directory.resolve("source"), JournalOptions.defaults());
                Appender appender = journal.appender()) {
            for (long n = 0; n < bytes / FRAME_BYTES; n++) {
                append(appender, n);
            }
        }
        MemberFiles.newSource(directory.resolve("source"), 0).close();
    }

    @Override
    long catchUp(Path prepared, Path directory, long bytes) throws Exception {
        try (MemberFiles source = MemberFiles.again(prepared.resolve("source"))) {
            long startNs = System.nanoTime();
            other.ask("copy " + source.address() + " " + directory.resolve("copy"));
            source.awaitCopy();
            long tookNs = System.nanoTime() - startNs;
            other.ask("close");
            source.forgetCopies();
            return tookNs;
        }
    }
}
