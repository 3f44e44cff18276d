package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Ownership;
import io.millrace.journal.Period;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Appends messages to a journal, in a process that is killed. It notes in a mapped file how many it has appended; when
 * a thread reaches the step at which to stop, it reports that and does nothing more, so that the other threads of the
 * journal continue until the kill. A process has several, each with a thread, a journal and a step of its own: to each
 * journal the kill is one at that step.
 */
final class CrashWriter {

    private static final System.Logger LOGGER = System.getLogger(CrashWriter.class.getPackageName());

    private static final int BATCH = 3;
    private static final long RETRY_NS = 10_000_000;

    /** About how often a single owner closes a period. */
    private static final int PERIOD_MESSAGES = 400;

    private final CrashPlan plan;
    private final int number;
    private final FileOutputStream out;

    private CrashWriter(CrashPlan plan, int number, FileOutputStream out) {
        this.plan = plan;
        this.number = number;
        this.out = out;
    }

    /** Runs the process; it fails as a whole if one writer does. */
    public static void main(String[] args) throws InterruptedException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        List<CrashPlan> plans = CrashPlan.parse(args);
        Thread[] threads = new Thread[plans.size()];
        for (int i = 0; i < threads.length; i++) {
            CrashWriter writer = new CrashWriter(plans.get(i), i, out);
            threads[i] = Thread.ofPlatform().unstarted(writer::run);
            threads[i].setUncaughtExceptionHandler((_, e) -> {
                LOGGER.log(Level.ERROR, "writer failed", e);
                Runtime.getRuntime().halt(1);
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void run() {
        AtomicInteger hitsLeft = new AtomicInteger(plan.hit());
        FaultInjector injector = reached -> {
            if (reached.name().equals(plan.step()) && hitsLeft.decrementAndGet() == 0) {
                tell(1);
                while (true) {
                    LockSupport.park();
                }
            }
        };
        write(injector);
        if (hitsLeft.get() > 0 || plan.step() == null) {
            tell(0);
        }
    }

    private void tell(int stands) {
        try {
            out.write(number << 1 | stands);
        } catch (IOException e) {
            throw new ProofException("cannot report the step", e);
        }
    }

    private void write(FaultInjector injector) {
        try (MappedFile progress = MappedFile.open(plan.progress(), Access.READ_WRITE, 0, CrashProcess.PROGRESS_BYTES);
                Journal journal = open(injector);
                Appender appender = journal.appender();
                Arena arena = Arena.ofConfined()) {
            NamedPosition position = journal.position(PositionSlots.name(plan.writer(), 0));
            long positions = 1;
            MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            long nextPeriod = plan.ownership() == Ownership.SINGLE ? PERIOD_MESSAGES : Long.MAX_VALUE;
            for (long sequence = 0; sequence < plan.count(); ) {
                if (sequence >= nextPeriod) {
                    nextPeriod += PERIOD_MESSAGES;
                    Period period = PeriodFrames.open(journal, appender, sequence);
                    Memory.setLongRelease(progress.segment(), CrashProcess.PERIODS_OFFSET, period.number());
                }
                if (sequence >= positions * PositionSlots.MESSAGES) {
                    journal.position(PositionSlots.name(plan.writer(), positions));
                    positions++;
                }
                Memory.setLongRelease(progress.segment(), CrashProcess.POSITIONS_OFFSET, positions);
                sequence = append(appender, message, sequence);
                if (plan.durability() == Durability.SYNCED && sequence % 16 == 0) {
                    appender.awaitSynced(appender.lastIndex());
                }
                Memory.setLongRelease(progress.segment(), CrashProcess.APPENDED_OFFSET, sequence);
                position.set(appender.lastIndex());
            }
        }
    }

    /** Opens the journal as soon as it is free: a writer may take a while in its own opening. */
    private Journal open(FaultInjector injector) {
        while (true) {
            try {
                return Journal.open(plan.journal(), plan.options(), injector);
            } catch (JournalLockedException e) {
                LOGGER.log(Level.DEBUG, "another writer is opening the journal", e);
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private long append(Appender appender, MemorySegment message, long sequence) {
        if (sequence % 4 != 0) {
            int length = Message.write(message, 0, plan.seed(), plan.writer(), sequence);
            long index = appender.append(message, 0, length);
            if (index == Index.NONE) {
                throw new ProofException("an append has no index sequence=" + sequence);
            }
            return sequence + 1;
        }
        FrameBatch batch = appender.batch();
        for (int i = 0; i < BATCH; i++) {
            long offset = batch.begin(FrameKind.DATA, Message.MAX_BYTES);
            batch.end(Message.write(batch.memory(), offset, plan.seed(), plan.writer(), sequence + i));
        }
        appender.publish(Appender.ANY_SEGMENT);
        return sequence + BATCH;
    }
}
