package io.millrace.prove;

import io.millrace.journal.FailPoint;
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
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Changes maps in a process that is killed, as {@link CrashWriter} writes journals: it notes in a mapped file how many
 * changes have returned, and a thread that reaches the point at which to stop reports that and does nothing more.
 */
final class MapWorker {

    private static final System.Logger LOGGER = System.getLogger(MapWorker.class.getPackageName());

    private final CrashPlan plan;
    private final int number;
    private final FileOutputStream out;
    private final AtomicInteger hitsLeft;

    private MapWorker(CrashPlan plan, int number, FileOutputStream out) {
        this.plan = plan;
        this.number = number;
        this.out = out;
        this.hitsLeft = new AtomicInteger(plan.hit());
    }

    /** Runs the process; it fails as a whole if one map does. */
    public static void main(String[] args) throws InterruptedException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        List<CrashPlan> plans = CrashPlan.parse(args);
        Thread[] threads = new Thread[plans.size()];
        for (int i = 0; i < threads.length; i++) {
            MapWorker worker = new MapWorker(plans.get(i), i, out);
            threads[i] = Thread.ofPlatform().unstarted(worker::run);
            threads[i].setUncaughtExceptionHandler((_, e) -> {
                LOGGER.log(Level.ERROR, "worker failed", e);
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
        try {
            work();
        } catch (IOException e) {
            throw new ProofException("cannot read what to do plan=" + plan, e);
        }
        if (hitsLeft.get() > 0 || plan.step() == null) {
            tell(0);
        }
    }

    private void reached(String point) {
        if (point.equals(plan.step()) && hitsLeft.decrementAndGet() == 0) {
            tell(1);
            while (true) {
                LockSupport.park();
            }
        }
    }

    private void tell(int stands) {
        try {
            out.write(number << 1 | stands);
        } catch (IOException e) {
            throw new ProofException("cannot report the step", e);
        }
    }

    private void work() throws IOException {
        MapWork work = MapWork.read(plan.scratch());
        MapOperations operations = new MapOperations(plan.seed(), work.flaw());
        MapOptions options = MapWork.options(plan.seed(), plan.durability());
        MapFaultInjector injector = new MapFaultInjector() {
            @Override
            public void reached(FailPoint point) {
                MapWorker.this.reached(point.name());
            }

            @Override
            public void reached(MapPoint point) {
                MapWorker.this.reached(point.name());
            }
        };
        long next = work.start();
        long end = next + plan.count();
        try (MappedFile progress =
                MappedFile.open(plan.progress(), Access.READ_WRITE, 0, CrashProcess.PROGRESS_BYTES)) {
            Memory.setLongRelease(progress.segment(), CrashProcess.APPENDED_OFFSET, next);
            while (next < end) {
                try (PersistentMap<String, String> map =
                        PersistentMap.open(plan.journal(), String.class, String.class, options, injector)) {
                    long pause = Math.min(end, next + MapWork.OPEN_EVERY);
                    while (next < pause) {
                        operations.apply(map, next);
                        next++;
                        Memory.setLongRelease(progress.segment(), CrashProcess.APPENDED_OFFSET, next);
                        if (next % MapWork.SYNC_EVERY == 0) {
                            map.sync();
                        }
                    }
                }
            }
        }
    }
}
