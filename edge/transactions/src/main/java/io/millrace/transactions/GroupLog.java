package io.millrace.transactions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes records to the two files of a log, many with one forced write, without a thread of its own and without a
 * timer.
 *
 * <p>A thread that has a record to force pushes it on a stack. If nobody writes at that moment, it becomes the leader:
 * it takes everything from the stack, writes it with one forced write, and ends all those entries. Whoever pushes
 * meanwhile waits, and forms the next batch, whose leader is one of them. So a single thread waits for the device
 * alone, and no thread does the work of others for more than one batch.
 *
 * <p>Belongs to the leader: the files, the position, the table of what is durable. {@code leading} hands them from one
 * leader to the next.
 */
final class GroupLog implements AutoCloseable {

    /** The most bytes of records in a batch; no record is larger. */
    static final int MAX_BATCH_BYTES = (1 << 20) - LogFile.HEADER_BYTES;

    /** How many files a log has. */
    static final int FILES = 2;

    private static final int FIRST_BUFFER_BYTES = 1 << 16;

    private final List<LogFile> files;
    private final DecisionTable table;
    private final long logId;
    private final AtomicReference<LogEntry> pushed = new AtomicReference<>();
    private final AtomicBoolean leading = new AtomicBoolean();
    private final ReentrantLock starting = new ReentrantLock();
    private Thread ownLeader;
    private volatile boolean closed;

    private LogFile file;
    private long position;
    private long number;
    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
    private volatile RuntimeException failure;

    /**
     * Takes over what a scan has found.
     *
     * @param table what the log says; the leader enters decisions in it once they are durable
     */
    GroupLog(List<LogFile> files, LogScan scan, long logId, DecisionTable table) {
        this.files = List.copyOf(files);
        this.table = table;
        this.logId = logId;
        this.number = scan.lastNumber;
        this.file = scan.batches.isEmpty()
                ? files.getLast()
                : scan.batches.getFirst().file();
        this.position = file.size(); // the first thing that is written is a checkpoint, in the other file
    }

    /**
     * Begins a start: writes what is known to the file that is not needed for it. A second batch knows that this is
     * durable, so that damage to it is told from a write that never ended.
     *
     * @param durable the number of the last batch that counted so far, or zero
     */
    void begin(long durable) throws IOException {
        checkpoint(durable);
        buffer.clear().position(LogFile.HEADER_BYTES).limit(LogFile.HEADER_BYTES);
        writeBatch(LogFile.RECORDS, number);
    }

    /** Appends a record without forcing it. */
    void append(LogEntry entry) {
        checkUsable();
        push(entry);
    }

    /** Appends a record and returns when it is durable. */
    void force(LogEntry entry) {
        checkUsable();
        push(entry);
        boolean interrupted = false;
        while (!entry.isDone()) {
            // An entry that is not on the stack any more belongs to a leader, who is going to end it.
            if (pushed.get() == null || !leadOnce()) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        entry.check();
    }

    /** Appends a record; its callback is told when it is durable, in the order of the log. */
    void tell(LogEntry entry) {
        checkUsable();
        push(entry);
        LockSupport.unpark(ownLeader());
    }

    private void checkUsable() {
        RuntimeException earlier = failure;
        if (earlier != null) {
            throw new DecisionNotRecordedException("The log has failed before: " + earlier.getMessage(), earlier);
        }
        if (closed) {
            throw new DecisionNotRecordedException("The log is closed: file=" + file.path(), null);
        }
    }

    private void push(LogEntry entry) {
        LogEntry top;
        do {
            top = pushed.getPlain();
            entry.next = top;
        } while (!pushed.compareAndSet(top, entry));
    }

    /** Leads for one batch; false if somebody else leads, who then sees to it that this thread is woken. */
    private boolean leadOnce() {
        if (!leading.compareAndSet(false, true)) {
            return false;
        }
        LogEntry first = takeAll();
        RuntimeException error = write(first);
        for (LogEntry entry = first; entry != null; entry = entry.next) {
            entry.tell(error); // before another leader can tell what comes later
        }
        leading.set(false);
        wakeNext(); // first of all, so that the device does not wait
        while (first != null) {
            LogEntry following = first.next;
            first.next = null;
            first.end(error);
            first = following;
        }
        return true;
    }

    private LogEntry takeAll() {
        LogEntry newest = pushed.getAndSet(null);
        LogEntry oldest = null;
        while (newest != null) {
            LogEntry before = newest.next;
            newest.next = oldest;
            oldest = newest;
            newest = before;
        }
        return oldest;
    }

    /** Wakes somebody who waits for what is pushed by now, to be the next leader. */
    private void wakeNext() {
        for (LogEntry entry = pushed.get(); entry != null; entry = entry.next) {
            if (entry.waiter() != null) {
                LockSupport.unpark(entry.waiter());
                return;
            }
            if (entry.isTold()) {
                LockSupport.unpark(ownLeader());
                return;
            }
        }
    }

    /** Writes all entries and returns null, or what went wrong for all of them. */
    private RuntimeException write(LogEntry first) {
        if (failure != null) {
            return new DecisionNotRecordedException("The log has failed before: " + failure.getMessage(), failure);
        }
        try {
            LogEntry from = first;
            while (from != null) {
                LogEntry end = fill(from);
                if (position + LogFile.sizeOf(buffer.limit() - LogFile.HEADER_BYTES) > file.size()) {
                    ByteBuffer batch = buffer;
                    buffer = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
                    checkpoint(number);
                    buffer = batch;
                }
                writeBatch(LogFile.RECORDS, number);
                for (LogEntry entry = from; entry != end; entry = entry.next) {
                    if (entry.decision != null) {
                        table.decided(entry.decision);
                    }
                }
                from = end;
            }
            return null;
        } catch (IOException | RuntimeException | Error e) {
            failure = new TransactionLogException(
                    "Decisions may or may not be recorded: file=" + file.path() + " reason=" + e, e);
            return failure;
        }
    }

    /** Fills the buffer, and returns the first entry that is not in it. */
    private LogEntry fill(LogEntry first) {
        buffer.clear().position(LogFile.HEADER_BYTES);
        LogEntry entry = first;
        while (entry != null && put(entry.record)) {
            entry = entry.next;
        }
        buffer.flip();
        if (entry == first) {
            throw new IllegalArgumentException(
                    "A record is larger than a batch: bytes=" + first.record.remaining() + " limit=" + MAX_BATCH_BYTES);
        }
        return entry;
    }

    /** Puts a record in the buffer; false if the batch is full. */
    private boolean put(ByteBuffer record) {
        int end = buffer.position() + Integer.BYTES + record.remaining();
        if (end > LogFile.HEADER_BYTES + MAX_BATCH_BYTES) {
            return false;
        }
        if (end > buffer.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate((int) LogFile.sizeOf(2 * end));
            buffer.flip();
            larger.put(buffer);
            buffer = larger;
        }
        buffer.putInt(record.remaining()).put(record.duplicate());
        return true;
    }

    /** Writes the buffer, of which header and records are filled, as the next batch. */
    private void writeBatch(int kind, long durable) throws IOException {
        file.write(buffer, position, kind, logId, ++number, durable);
        position += LogFile.sizeOf(buffer.limit() - LogFile.HEADER_BYTES);
    }

    /** Writes all that is known to the other file, and goes on there. */
    private void checkpoint(long durable) throws IOException {
        List<ByteBuffer> records = table.records();
        long bytes = 0;
        for (ByteBuffer record : records) {
            bytes += Integer.BYTES + record.remaining();
        }
        LogFile other = file == files.getFirst() ? files.getLast() : files.getFirst();
        other.extend(4 * bytes + 2 * LogFile.sizeOf(MAX_BATCH_BYTES)); // room for more than the checkpoint
        file = other;
        position = 0;
        int kind = LogFile.CHECKPOINT;
        buffer.clear().position(LogFile.HEADER_BYTES);
        for (ByteBuffer record : records) {
            if (!put(record)) {
                buffer.flip();
                writeBatch(kind, durable);
                kind = LogFile.CHECKPOINT_GOES_ON;
                buffer.clear().position(LogFile.HEADER_BYTES);
                put(record);
            }
        }
        buffer.flip();
        writeBatch(kind | LogFile.CHECKPOINT_ENDS, durable);
    }

    /** Returns the thread that leads for those who do not wait; it is started when it is needed first. */
    private Thread ownLeader() {
        starting.lock();
        try {
            if (ownLeader == null) {
                ownLeader = Thread.ofPlatform()
                        .daemon()
                        .name("millrace-decisions-" + file.path().getParent().getFileName())
                        .start(this::leadForOthers);
            }
            return ownLeader;
        } finally {
            starting.unlock();
        }
    }

    private void leadForOthers() {
        while (!closed) {
            if (pushed.get() == null || !leadOnce()) {
                LockSupport.park(this);
            }
        }
    }

    /** Writes what nobody has forced, and ends. */
    @Override
    public void close() {
        while (pushed.get() != null && failure == null) {
            if (!leadOnce()) {
                Thread.onSpinWait();
            }
        }
        closed = true;
        if (ownLeader != null) {
            Uninterruptibly.join(ownLeader);
        }
        for (LogFile each : files) {
            try {
                each.close();
            } catch (IOException e) {
                throw new TransactionLogException("The log does not close: file=" + each.path() + " reason=" + e, e);
            }
        }
    }

    /** Returns the name of a file in the directory of a log. */
    static String fileName(int number) {
        return "decisions-" + number + ".log";
    }

    /** Opens the files of a directory. */
    static List<LogFile> open(Path directory, long sizeBytes) throws IOException {
        List<LogFile> opened = new ArrayList<>();
        try {
            for (int i = 0; i < FILES; i++) {
                opened.add(LogFile.open(directory.resolve(fileName(i)), sizeBytes));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            for (LogFile file : opened) {
                file.close();
            }
            throw e;
        }
    }
}
