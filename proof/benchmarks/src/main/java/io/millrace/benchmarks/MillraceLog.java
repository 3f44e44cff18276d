package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Receiver;
import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Appender;
import io.millrace.journal.Direction;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.journal.Verification;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A journal with default options; checksums are always written, and verified except in the cases that measure reading
 * without them.
 */
final class MillraceLog implements LogUnderTest {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Journal journal;
    private final int sizeBytes;
    private final MemorySegment message;

    MillraceLog(Path directory, int sizeBytes) {
        this(directory, sizeBytes, JournalOptions.defaults());
    }

    MillraceLog(Path directory, int sizeBytes, JournalOptions options) {
        this.journal = Journal.open(directory, options);
        this.sizeBytes = sizeBytes;
        this.message = Arena.ofAuto().allocate(sizeBytes, Long.BYTES);
        for (int i = 0; i < sizeBytes; i += Long.BYTES) {
            message.set(WORD, i, FILLER);
        }
    }

    @Override
    public void append(long count) {
        try (Appender appender = journal.appender()) {
            for (long n = 0; n < count; n++) {
                message.set(WORD, 0, n);
                appender.append(message, 0, sizeBytes);
            }
        }
    }

    @Override
    public long read(long count, ReadCheck readCheck) {
        long numbers = 0;
        try (Tailer tailer = tailer(readCheck)) {
            for (long n = 0; n < count; n++) {
                if (tailer.read() != Read.MESSAGE) {
                    throw new BenchmarkException("a message is missing n=" + n + " count=" + count);
                }
                numbers += tailer.segment().get(WORD, tailer.offset());
            }
        }
        return numbers;
    }

    private Tailer tailer(ReadCheck readCheck) {
        Verification verification = readCheck == ReadCheck.HEADER ? Verification.HEADER : Verification.CHECKSUM;
        return journal.tailer(TailerOptions.defaults().withVerification(verification));
    }

    @Override
    public long sum(long count) {
        long sum = 0;
        try (Tailer tailer = journal.tailer()) {
            for (long n = 0; n < count; n++) {
                tailer.read();
                for (int i = 0; i < tailer.length(); i += Long.BYTES) {
                    sum += tailer.segment().get(WORD, tailer.offset() + i);
                }
            }
        }
        return sum;
    }

    @Override
    public long lastIndex() {
        return journal.lastIndex();
    }

    @Override
    public void attach() {
        journal.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))
                .close();
    }

    @Override
    public Sender sender() {
        Appender appender = journal.appender();
        MemorySegment own = Arena.ofAuto().allocate(sizeBytes, Long.BYTES).copyFrom(message);
        return new Sender() {
            @Override
            public void send(long content) {
                own.set(WORD, 0, content);
                appender.append(own, 0, sizeBytes);
            }

            @Override
            public void close() {
                appender.close();
            }
        };
    }

    @Override
    public Receiver receiver(ReadCheck readCheck) {
        Tailer tailer = tailer(readCheck);
        tailer.toEnd();
        tailer.handOver();
        return new Receiver() {
            @Override
            public long poll() {
                return tailer.read() == Read.MESSAGE ? tailer.segment().get(WORD, tailer.offset()) : LatencyRun.NOTHING;
            }

            @Override
            public void close() {
                tailer.close();
            }
        };
    }

    @Override
    public void close() {
        journal.close();
    }
}
