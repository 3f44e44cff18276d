package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.Ownership;
import io.millrace.map.MapFaultInjector;
import io.millrace.map.MapOptions;
import io.millrace.map.MapPoint;
import io.millrace.map.PersistentMap;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One of several writers of a map, a process that is killed or stopped. It notes in mapped files how many changes have
 * returned, and with which outcome. A thread that reaches the point of the plan reports that and stands until a file
 * lets it continue.
 */
final class MapSharer {

    /** Where in the file of the progress a process notes that it has begun to make changes. */
    private static final int STARTED_OFFSET = 512;

    private static final long PAUSE_NS = 1_000_000;

    private final CrashPlan plan;
    private final FileOutputStream out;
    private final AtomicInteger hitsLeft;

    private MapSharer(CrashPlan plan, FileOutputStream out) {
        this.plan = plan;
        this.out = out;
        this.hitsLeft = new AtomicInteger(plan.hit());
    }

    /** Returns how the maps of a seed are opened. */
    static MapOptions options(long seed, Durability durability) {
        return MapWork.options(seed, durability).withOwnership(Ownership.SHARED).withFenceAfter(Duration.ofMillis(200));
    }

    /** Returns the file with the outcomes of a writer, a long for each number. */
    static Path outcomes(Path scratch, int writer) {
        return scratch.resolve("outcomes-" + writer);
    }

    /** Returns the file that lets a writer continue. */
    static Path lets(Path scratch, int writer) {
        return scratch.resolve("continue-" + writer);
    }

    /** Runs the process. */
    public static void main(String[] args) throws IOException {
        CrashPlan plan = CrashPlan.parse(args).getFirst();
        new MapSharer(plan, new FileOutputStream(FileDescriptor.out)).run();
    }

    private void reached(String point) {
        if (point.equals(plan.step()) && hitsLeft.decrementAndGet() == 0) {
            tell(1);
            while (!Files.exists(lets(plan.scratch(), plan.writer()))) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void tell(int stands) {
        try {
            out.write(stands);
        } catch (IOException e) {
            throw new ProofException("cannot report the step", e);
        }
    }

    private void run() {
        MapFaultInjector injector = new MapFaultInjector() {
            @Override
            public void reached(FailPoint point) {
                MapSharer.this.reached(point.name());
            }

            @Override
            public void reached(MapPoint point) {
                MapSharer.this.reached(point.name());
            }
        };
        SharingOperations operations = new SharingOperations(plan.seed());
        MapOptions options = options(plan.seed(), plan.durability());
        Path outcomes = outcomes(plan.scratch(), plan.writer());
        try (MappedFile progress = MappedFile.open(plan.progress(), Access.READ_WRITE, 0, CrashProcess.PROGRESS_BYTES);
                MappedFile told = MappedFile.open(outcomes, Access.READ_WRITE, 0, (long) plan.count() * Long.BYTES);
                PersistentMap<String, String> map =
                        PersistentMap.open(plan.journal(), String.class, String.class, options, injector)) {
            long next = Memory.getLongAcquire(progress.segment(), CrashProcess.APPENDED_OFFSET);
            if (Memory.getLongAcquire(progress.segment(), STARTED_OFFSET) != 0) {
                next = Math.min(next + 1, plan.count()); // the one before was killed in a change, which may be made
            }
            Memory.setLongRelease(progress.segment(), CrashProcess.APPENDED_OFFSET, next);
            Memory.setLongRelease(progress.segment(), STARTED_OFFSET, 1);
            while (next < plan.count()) {
                long outcome = operations.make(map, plan.writer(), next);
                Memory.setLongRelease(told.segment(), next * Long.BYTES, outcome);
                next++;
                Memory.setLongRelease(progress.segment(), CrashProcess.APPENDED_OFFSET, next);
                if (next % MapWork.SYNC_EVERY == 0) {
                    map.sync();
                }
            }
        }
        tell(0);
    }
}
