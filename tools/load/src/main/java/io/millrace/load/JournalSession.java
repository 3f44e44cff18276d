package io.millrace.load;

import io.millrace.concurrent.IdleStrategies;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.SpscUnboundedArrayQueue;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Appends messages from one thread. Where operations are over when they are read, another thread reads them. */
final class JournalSession implements TargetSession {
    private static final String MESSAGE = "message";
    private static final int CHUNK = 1024;

    private final Appender appender;
    private final JournalTarget.Complete complete;
    private final int sizeBytes;
    private final Template[] messages;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes;
    private final StringBuilder text = new StringBuilder();
    private final Tailer tailer;
    private final Thread reader;
    /** What was appended and not read yet, in order. */
    private final SpscUnboundedArrayQueue<Operation> unread = new SpscUnboundedArrayQueue<>(CHUNK);

    private volatile boolean isClosed;

    JournalSession(Journal journal, List<OperationSpec> operations, JournalTarget.Complete complete, int sizeBytes) {
        this.complete = complete;
        this.sizeBytes = sizeBytes;
        messages = operations.stream()
                .map(operation -> operation.field(MESSAGE).orElse(null))
                .toArray(Template[]::new);
        bytes = arena.allocate(sizeBytes, Long.BYTES);
        appender = journal.appender();
        if (complete == JournalTarget.Complete.READ) {
            tailer = journal.tailer();
            tailer.toEnd();
            tailer.handOver();
            reader = Thread.ofPlatform().name("load-journal-reader").daemon().start(this::readAll);
        } else {
            tailer = null;
            reader = null;
        }
    }

    @Override
    public void issue(Operation operation) {
        if (complete == JournalTarget.Complete.READ) {
            issueToReader(operation);
            return;
        }
        long index = append(operation);
        if (complete == JournalTarget.Complete.SYNCED) {
            appender.onSynced(index, _ -> operation.complete());
        } else {
            operation.complete();
        }
    }

    private void issueToReader(Operation operation) {
        if (isClosed) {
            throw new LoadException("an earlier append failed, so answers can no longer be matched to messages");
        }
        // The reader may see the message before append returns.
        unread.offer(operation);
        try {
            append(operation);
        } catch (RuntimeException | Error e) {
            isClosed = true;
            throw e;
        }
    }

    private long append(Operation operation) {
        Template message = messages[operation.kind()];
        if (message == null) {
            bytes.set(ValueLayout.JAVA_LONG, 0, operation.sequence());
            return appender.append(bytes, 0, sizeBytes);
        }
        text.setLength(0);
        message.appendTo(text, operation);
        byte[] encoded = text.toString().getBytes(StandardCharsets.UTF_8);
        return appender.append(MemorySegment.ofArray(encoded), 0, encoded.length);
    }

    private void readAll() {
        IdleStrategy idle = IdleStrategies.defaultStrategy();
        while (!isClosed) {
            if (tailer.read() == Read.MESSAGE) {
                Operation operation = unread.poll();
                if (operation != null) {
                    operation.complete();
                }
                idle.reset();
            } else {
                idle.idle();
            }
        }
        tailer.close();
    }

    @Override
    public void close() {
        isClosed = true;
        boolean interrupted = false;
        while (reader != null && reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        appender.close();
        arena.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
