package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Receiver;
import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.BenchmarkException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Chronicle Queue with the fastest of its documented methods for raw bytes. It appends by {@code writeBytes} of an
 * off-heap store, which was 1.5 times as fast as a writing document, and reads documents in place, which was twice as
 * fast as {@code readBytes}.
 */
final class ChronicleLog implements LogUnderTest {
    private final ChronicleQueue queue;
    private final int sizeBytes;

    ChronicleLog(Path directory, int sizeBytes) {
        this.queue = ChronicleSettings.open(directory);
        this.sizeBytes = sizeBytes;
    }

    @Override
    public void append(long count) {
        BytesStore<?, ?> message = message();
        try (ExcerptAppender appender = appender()) {
            for (long n = 0; n < count; n++) {
                message.writeLong(0, n);
                appender.writeBytes(message);
            }
        } finally {
            message.releaseLast();
        }
    }

    @Override
    public long read(long count, ReadCheck readCheck) {
        check(readCheck);
        long numbers = 0;
        try (ExcerptTailer tailer = tailer()) {
            for (long n = 0; n < count; n++) {
                try (DocumentContext document = tailer.readingDocument()) {
                    Bytes<?> bytes = document.wire().bytes();
                    numbers += bytes.readLong(bytes.readPosition());
                }
            }
        }
        return numbers;
    }

    @Override
    public long sum(long count) {
        long sum = 0;
        try (ExcerptTailer tailer = tailer()) {
            for (long n = 0; n < count; n++) {
                try (DocumentContext document = tailer.readingDocument()) {
                    Bytes<?> bytes = document.wire().bytes();
                    long from = bytes.readPosition();
                    for (int i = 0; i < sizeBytes; i += Long.BYTES) {
                        sum += bytes.readLong(from + i);
                    }
                }
            }
        }
        return sum;
    }

    @Override
    public long lastIndex() {
        return queue.lastIndex();
    }

    @Override
    public void attach() {
        tailer().toEnd().close();
    }

    @Override
    public Sender sender() {
        ExcerptAppender appender = appender();
        BytesStore<?, ?> message = message();
        return new Sender() {
            @Override
            public void send(long content) {
                message.writeLong(0, content);
                appender.writeBytes(message);
            }

            @Override
            public void close() {
                appender.close();
                message.releaseLast();
            }
        };
    }

    @Override
    public Receiver receiver(ReadCheck readCheck) {
        check(readCheck);
        ExcerptTailer tailer = tailer().toEnd();
        return new Receiver() {
            @Override
            public long poll() {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return LatencyRun.NOTHING;
                    }
                    Bytes<?> bytes = document.wire().bytes();
                    return bytes.readLong(bytes.readPosition());
                }
            }

            @Override
            public void close() {
                tailer.close();
            }
        };
    }

    @Override
    public void close() {
        queue.close();
    }

    private static void check(ReadCheck readCheck) {
        if (readCheck != ReadCheck.HEADER) {
            throw new BenchmarkException("this log has no checksums readCheck=" + readCheck);
        }
    }

    private BytesStore<?, ?> message() {
        BytesStore<?, ?> message = BytesStore.nativeStoreWithFixedCapacity(sizeBytes);
        for (int i = 0; i < sizeBytes; i += Long.BYTES) {
            message.writeLong(i, FILLER);
        }
        return message;
    }

    private ExcerptAppender appender() {
        ExcerptAppender appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
        return appender;
    }

    private ExcerptTailer tailer() {
        ExcerptTailer tailer = queue.createTailer();
        tailer.singleThreadedCheckDisabled(true);
        return tailer;
    }
}
