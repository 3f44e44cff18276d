package io.millrace.transactions;

import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalFullException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Read;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decisions in a journal. What is decided while the device forces earlier decisions is forced together with the next
 * ones, so many threads share a forced write, and a single thread waits for nothing but its own.
 *
 * <p>Decisions are forgotten by a record that nobody waits for. When the journal goes on to another segment, what is
 * still pending is written once more there, and the segments before it may go. A torn end is normal; damage before what
 * was forced refuses to open and says where.
 */
public final class JournalDecisionStore extends TableStore {

    private static final String SETTLED = "settled";

    private final Journal journal;
    private final Appender appender;
    private final NamedPosition settled;
    private final ReentrantLock lock = new ReentrantLock();
    private MemorySegment scratch = MemorySegment.ofArray(new byte[512]);
    private long segment;
    private RuntimeException failure;

    private JournalDecisionStore(Journal journal, Appender appender) {
        this.journal = journal;
        this.appender = appender;
        this.settled = journal.position(SETTLED);
        this.segment = appender.segment();
    }

    /**
     * Opens a store, and counts one more start.
     *
     * @param directory of the journal; it is made if it is not there
     * @throws JournalException if the directory cannot be used, another process has it open, or it is damaged
     * @throws TransactionLogException if there is something in the journal that is no record
     */
    public static JournalDecisionStore open(Path directory) {
        return open(directory, JournalOptions.defaults());
    }

    /** Opens a store with other options of its journal; what they say of retention is not used. */
    static JournalDecisionStore open(Path directory, JournalOptions options) {
        Journal journal = Journal.open(
                directory, options.withRetention(RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ)));
        Appender appender = null;
        try {
            appender = journal.appender();
            JournalDecisionStore store = new JournalDecisionStore(journal, appender);
            store.load();
            return store;
        } catch (RuntimeException e) {
            if (appender != null) {
                appender.close();
            }
            journal.close();
            throw e;
        }
    }

    private void load() {
        try (Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                ByteBuffer record = tailer.segment()
                        .asSlice(tailer.offset(), tailer.length())
                        .asByteBuffer();
                String where = "journal=" + journal.directory() + " index=" + Index.toText(tailer.index());
                DecisionRecord.read(record, where, table);
            }
        }
        long number = table.incarnation() + 1;
        long index = append(DecisionRecord.incarnation(number));
        table.started(number);
        appender.awaitSynced(index);
    }

    /** Appends a record; the caller has the lock, or nobody else has the store yet. */
    private long append(ByteBuffer record) {
        int length = record.remaining();
        if (length > scratch.byteSize()) {
            scratch = MemorySegment.ofArray(new byte[Integer.highestOneBit(length) * 2]);
        }
        MemorySegment.copy(MemorySegment.ofBuffer(record), 0, scratch, 0, length);
        return appender.append(scratch, 0, length);
    }

    /** Appends a record, and once more what is pending where that has come to a new segment. */
    private long appendLocked(ByteBuffer record) {
        lock.lock();
        try {
            if (failure != null) {
                throw new TransactionLogException("The store has failed before: " + failure.getMessage(), failure);
            }
            long index = append(record);
            if (Index.segment(index) != segment) {
                index = carryOver(index);
            }
            return index;
        } finally {
            lock.unlock();
        }
    }

    private long carryOver(long index) {
        long last = append(DecisionRecord.incarnation(table.incarnation()));
        for (Decision decision : table.pending()) {
            last = append(DecisionRecord.of(decision));
        }
        for (HeuristicOutcome outcome : table.kept()) {
            last = append(DecisionRecord.of(outcome));
        }
        appender.awaitSynced(last);
        settled.set(Index.of(Index.segment(index), 0));
        segment = Index.segment(last);
        return last;
    }

    @Override
    public void record(Decision decision) {
        table.decided(decision); // before it is appended, so that a change of segment carries it over
        long index;
        try {
            index = appendLocked(DecisionRecord.of(decision));
        } catch (JournalFullException e) {
            table.forget(decision.transaction());
            throw new DecisionNotRecordedException("There is no room for decisions: " + e.getMessage(), e);
        }
        try {
            appender.awaitSynced(index);
        } catch (JournalException e) {
            throw failed(e);
        }
    }

    private TransactionLogException failed(RuntimeException cause) {
        lock.lock();
        try {
            failure = cause;
        } finally {
            lock.unlock();
        }
        return new TransactionLogException("Decisions may or may not be recorded: " + cause.getMessage(), cause);
    }

    @Override
    public void forget(GlobalId transaction) {
        if (table.forget(transaction)) {
            appendLocked(DecisionRecord.forgotten(transaction));
        }
    }

    @Override
    public void forgetOutcome(GlobalId transaction) {
        if (table.forgetOutcome(transaction)) {
            appendLocked(DecisionRecord.outcomeForgotten(transaction));
        }
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        table.keep(outcome);
        appender.awaitSynced(appendLocked(DecisionRecord.of(outcome)));
    }

    @Override
    public void close() {
        appender.close();
        journal.close();
    }
}
