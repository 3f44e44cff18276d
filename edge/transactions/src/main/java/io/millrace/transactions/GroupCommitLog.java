package io.millrace.transactions;

import io.millrace.concurrent.Uninterruptibly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes records to the two files of a log, many with one forced write, without a thread of its own and without a
 * timer.
 *
 * <p>A thread that has a record to force pushes it on a stack. If a batch may go, it becomes its leader: it takes
 * everything from the stack, assigns the next number and offset, writes it with one forced write, and ends all those
 * entries. Entries pushed meanwhile form the next batch, led by one of their threads. So a single thread waits for the
 * device alone, and no thread works for others after its own record is durable.
 *
 * <p>Several batches may be in flight, each written by its leader. They are completed in the order of their numbers:
 * the thread that ends a write completes all batches that have ended before the first that has not. So a batch counts
 * only when all batches with lower numbers are durable, and an intact batch after a torn one was never acknowledged.
 *
 * <p>Belongs to the thread that forms a batch: the position, the numbers, what is left over. {@code forming} hands them
 * from one leader to the next. {@code completing} guards which batches are free and which in flight, and is held while
 * callbacks run, so that they run in order.
 */
final class GroupCommitLog implements AutoCloseable {

    /** How many files a log has. */
    static final int FILES = 2;

    private final List<LogFile> files;
    private final DecisionTable table;
    private final long logId;
    private final AtomicReference<LogEntry> pushed = new AtomicReference<>();
    private final AtomicBoolean forming = new AtomicBoolean();
    private final ReentrantLock completing = new ReentrantLock();
    private final Condition shorter = completing.newCondition();
    private final Deque<LogBatch> free = new ArrayDeque<>();
    private final Deque<LogBatch> inFlight = new ArrayDeque<>();
    private final OwnLeader[] ownLeaders;
    private volatile boolean hasOwnLeaders;
    private volatile boolean closed;

    private LogFile file;
    private long position;
    private long number;
    private volatile LogEntry leftOver;
    private volatile int freeCount;
    private volatile long completed;
    private volatile RuntimeException failure;

    /**
     * Continues from the result of a scan.
     *
     * @param batchesInFlight how many batches may be written at the same time, from 1
     * @param table the content of the log; decisions are entered in it once they are durable
     */
    GroupCommitLog(List<LogFile> files, LogScan scan, long logId, int batchesInFlight, DecisionTable table) {
        this.files = List.copyOf(files);
        this.table = table;
        this.logId = logId;
        this.number = scan.lastNumber;
        this.file = scan.batches.isEmpty()
                ? files.getLast()
                : scan.batches.getFirst().file();
        this.position = file.size(); // the first write is a checkpoint, in the other file
        for (int handle = 0; handle < batchesInFlight; handle++) {
            free.add(new LogBatch(handle));
        }
        this.freeCount = batchesInFlight;
        this.ownLeaders = new OwnLeader[batchesInFlight];
    }

    /**
     * Begins a start: writes all pending decisions to the file that does not hold them yet. A second batch records that
     * this checkpoint is durable, so that damage to it is distinguishable from an unfinished write.
     *
     * @param durable the number of the last batch that counted so far, or zero
     */
    void begin(long durable) throws IOException {
        completed = durable;
        LogBatch batch = free.getFirst();
        checkpoint(batch);
        batch.clear();
        place(batch);
        batch.write(LogFile.RECORDS, logId);
    }

    /** Returns the number that all batches of this log have, and no other log. */
    long id() {
        return logId;
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
            // An entry that is not waiting any more belongs to a leader, which will end it.
            if (!leadOnce()) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        entry.check();
    }

    /** Appends a record; its callback runs when it is durable, in the order of the log. */
    void tell(LogEntry entry) {
        checkUsable();
        startOwnLeaders();
        push(entry);
        wakeOwnLeader();
        refuseIfClosed();
    }

    /** Ends what was pushed beside the close: no thread leads for it any more. */
    private void refuseIfClosed() {
        LogEntry entry = closed ? takeAll() : null;
        while (entry != null) {
            LogEntry following = entry.next;
            entry.next = null;
            entry.tell(new DecisionNotRecordedException("log is closed file=" + file.path(), null));
            entry.end();
            entry = following;
        }
    }

    private void checkUsable() {
        RuntimeException earlier = failure;
        if (earlier != null) {
            throw new DecisionNotRecordedException("log has failed before; " + earlier.getMessage(), earlier);
        }
        if (closed) {
            throw new DecisionNotRecordedException("log is closed file=" + file.path(), null);
        }
    }

    private void push(LogEntry entry) {
        LogEntry top;
        do {
            top = pushed.getPlain();
            entry.next = top;
        } while (!pushed.compareAndSet(top, entry));
    }

    private boolean isSomethingWaiting() {
        return leftOver != null || pushed.get() != null;
    }

    /**
     * Leads one batch. Returns false if nothing waits, or if no batch can be formed now: then the thread that forms or
     * completes a batch wakes a waiting thread.
     */
    private boolean leadOnce() {
        while (isSomethingWaiting() && freeCount > 0) {
            if (!forming.compareAndSet(false, true)) {
                return false;
            }
            LogBatch batch = isSomethingWaiting() ? takeFree() : null;
            if (batch != null) {
                lead(batch);
                return true;
            }
            forming.set(false); // and re-check, since others could not lead meanwhile
        }
        return false;
    }

    private LogBatch takeFree() {
        completing.lock();
        try {
            LogBatch batch = free.poll();
            if (batch != null) {
                batch.clear();
                freeCount = free.size();
                inFlight.add(batch);
            }
            return batch;
        } finally {
            completing.unlock();
        }
    }

    private void lead(LogBatch batch) {
        try {
            form(batch);
        } catch (IOException | RuntimeException | Error e) {
            batch.failure = e;
        }
        forming.set(false);
        wakeNext();
        if (batch.failure == null && failure != null) {
            batch.failure = new DecisionNotRecordedException("log has failed before; " + failure.getMessage(), failure);
        }
        if (batch.failure == null) {
            try {
                batch.write(LogFile.RECORDS, logId);
            } catch (IOException | RuntimeException | Error e) {
                batch.failure = e;
            }
        }
        complete(batch);
    }

    /** Takes the waiting entries that fit into the batch, and assigns the batch its offset. */
    private void form(LogBatch batch) throws IOException {
        LogEntry waiting = leftOver == null ? takeAll() : leftOver;
        batch.first = waiting;
        leftOver = null;
        LogEntry last = null;
        LogEntry entry = waiting;
        while (entry != null && batch.put(entry.record)) {
            last = entry;
            entry = entry.next;
        }
        if (last == null) {
            throw new IllegalArgumentException("record is larger than a batch bytes=" + entry.record.remaining()
                    + " limit=" + LogBatch.MAX_RECORD_BYTES);
        }
        last.next = null;
        leftOver = entry;
        if (failure == null && position + batch.size() > file.size()) {
            changeFiles(batch);
        }
        place(batch);
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

    private void place(LogBatch batch) {
        batch.place(file, position, ++number, completed);
        position += batch.size();
    }

    /**
     * Notes that the write of a batch has ended, and completes the completed batches in the order of their numbers.
     */
    private void complete(LogBatch batch) {
        LogEntry ended = null;
        LogEntry last = null;
        completing.lock();
        try {
            batch.isWritten = true;
            while (!inFlight.isEmpty() && inFlight.getFirst().isWritten) {
                LogBatch done = inFlight.removeFirst();
                finish(done);
                if (ended == null) {
                    ended = done.first;
                } else {
                    last.next = done.first;
                }
                for (LogEntry entry = done.first; entry != null; entry = entry.next) {
                    last = entry;
                }
                done.first = null;
                free.add(done);
            }
            freeCount = free.size();
            shorter.signalAll();
        } finally {
            completing.unlock();
        }
        wakeNext(); // before all others, so that the device does not wait
        while (ended != null) {
            LogEntry following = ended.next;
            ended.next = null;
            ended.end();
            ended = following;
        }
    }

    /** Sets the result of all entries of a batch, and runs their callbacks. */
    private void finish(LogBatch batch) {
        RuntimeException error = batch.failure instanceof DecisionNotRecordedException refused ? refused : failure;
        if (error == null && batch.failure != null) {
            error = new TransactionLogException(
                    "decisions may or may not be recorded file=" + file.path() + " reason=" + batch.failure,
                    batch.failure);
            failure = error;
        }
        if (error == null) {
            completed = batch.number();
        }
        for (LogEntry entry = batch.first; entry != null; entry = entry.next) {
            if (error == null && entry.decision != null) {
                table.decided(entry.decision);
            }
            entry.tell(error);
        }
    }

    /** Wakes the thread of a waiting entry, to be the next leader. */
    private void wakeNext() {
        if (freeCount == 0) {
            return;
        }
        LogEntry entry = leftOver == null ? pushed.get() : leftOver;
        for (; entry != null; entry = entry.next) {
            if (entry.waiter() != null) {
                LockSupport.unpark(entry.waiter());
                return;
            }
            if (entry.isTold()) {
                wakeOwnLeader();
                return;
            }
        }
    }

    /** Writes all pending decisions to the other file and continues there, once nothing else is in flight. */
    private void changeFiles(LogBatch waiting) throws IOException {
        completing.lock();
        try {
            while (inFlight.getFirst() != waiting) {
                shorter.awaitUninterruptibly();
            }
        } finally {
            completing.unlock();
        }
        if (failure == null) {
            checkpoint(new LogBatch(waiting.handle));
        }
    }

    private void checkpoint(LogBatch batch) throws IOException {
        List<ByteBuffer> records = table.records();
        long bytes = 0;
        for (ByteBuffer record : records) {
            bytes += Integer.BYTES + record.remaining();
        }
        LogFile other = file == files.getFirst() ? files.getLast() : files.getFirst();
        other.extend(4 * bytes + 2 * LogFile.sizeOf(LogBatch.MAX_RECORD_BYTES)); // space for more than the checkpoint
        file = other;
        position = 0;
        int kind = LogFile.CHECKPOINT;
        batch.clear();
        for (ByteBuffer record : records) {
            if (!batch.put(record)) {
                place(batch);
                batch.write(kind, logId);
                kind = LogFile.CHECKPOINT_GOES_ON;
                batch.clear();
                batch.put(record);
            }
        }
        place(batch);
        batch.write(kind | LogFile.CHECKPOINT_ENDS, logId);
        completed = number;
    }

    /** Leads for entries without a waiting thread. */
    private final class OwnLeader implements Runnable {

        private final Thread thread;
        private volatile boolean isIdle;

        OwnLeader(int which) {
            thread = Thread.ofPlatform()
                    .daemon()
                    .name("millrace-decisions-" + file.path().getParent().getFileName() + "-" + which)
                    .unstarted(this);
        }

        @Override
        public void run() {
            while (!closed) {
                isIdle = true; // then re-check: a thread stores its entry, then checks for an idle leader
                if (isSomethingWaiting() && freeCount > 0 && !forming.get()) {
                    isIdle = false;
                    leadOnce();
                } else {
                    LockSupport.park(GroupCommitLog.this);
                }
            }
        }
    }

    private void startOwnLeaders() {
        if (hasOwnLeaders) {
            return;
        }
        completing.lock();
        try {
            if (!hasOwnLeaders) {
                for (int i = 0; i < ownLeaders.length; i++) {
                    ownLeaders[i] = new OwnLeader(i);
                    ownLeaders[i].thread.start();
                }
                hasOwnLeaders = true;
            }
        } finally {
            completing.unlock();
        }
    }

    private void wakeOwnLeader() {
        for (OwnLeader leader : ownLeaders) {
            if (leader.isIdle) {
                LockSupport.unpark(leader.thread);
                return;
            }
        }
    }

    /** Writes the unforced entries, and ends. */
    @Override
    public void close() {
        while (isSomethingWaiting() && failure == null) {
            if (!leadOnce()) {
                Thread.onSpinWait();
            }
        }
        closed = true;
        completing.lock();
        try {
            while (!inFlight.isEmpty()) {
                shorter.awaitUninterruptibly();
            }
        } finally {
            completing.unlock();
        }
        if (hasOwnLeaders) {
            for (OwnLeader leader : ownLeaders) {
                LockSupport.unpark(leader.thread);
                Uninterruptibly.join(leader.thread);
            }
        }
        refuseIfClosed();
        for (LogFile each : files) {
            try {
                each.close();
            } catch (IOException e) {
                throw new TransactionLogException("cannot close log file=" + each.path() + " reason=" + e, e);
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
