package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real recording of this JVM, in which three operations sleep and one waits for a lock. */
class RecordedOutliersTest {
    private static final String OPERATION = "io.millrace.measure.test.Operation";
    private static final long BOUND_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long SLOW_MS = 250;

    @TempDir
    private static Path directory;

    private static Path file;

    @Name(OPERATION)
    private static final class Operation extends Event {}

    /** The lock that the waiting thread wants. */
    private static final class Guard {}

    @BeforeAll
    static void record() throws Exception {
        file = directory.resolve("operations.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(OPERATION).withThreshold(Duration.ZERO);
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO);
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO);
            recording.enable("jdk.GCPhasePause").withThreshold(Duration.ZERO);
            recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(10));
            recording.start();
            for (int i = 0; i < 100; i++) {
                operation(() -> Thread.onSpinWait());
            }
            for (int i = 0; i < 3; i++) {
                operation(() -> Thread.sleep(SLOW_MS));
            }
            waitForALock();
            operation(System::gc);
            recording.stop();
            recording.dump(file);
        }
    }

    /** What an operation does. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static void operation(Work work) throws Exception {
        Operation operation = new Operation();
        operation.begin();
        work.run();
        operation.commit();
    }

    private static void waitForALock() throws Exception {
        Guard guard = new Guard();
        CountDownLatch held = new CountDownLatch(1);
        Thread waiting = Thread.currentThread();
        Thread holder = Thread.ofPlatform().start(() -> {
            synchronized (guard) {
                held.countDown();
                Await.until("the other thread waits for the lock", () -> waiting.getState() == Thread.State.BLOCKED);
                // Held until the other one has waited for long enough.
                long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * SLOW_MS);
                while (System.nanoTime() - untilNs < 0) {
                    Thread.onSpinWait();
                }
            }
        });
        held.await();
        operation(() -> {
            synchronized (guard) {
                Thread.onSpinWait();
            }
        });
        holder.join();
    }

    private static OutlierCause cause(RecordedOutliers outliers, String name) {
        return outliers.causes().stream()
                .filter(cause -> cause.event().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in\n" + outliers.text(50)));
    }

    @Test
    void whatHappenedDuringSlowOperationsIsTabledBesideTheOthers() throws IOException {
        RecordedOutliers outliers = RecordedOutliers.read(file, OPERATION, BOUND_NS);
        assertEquals(105, outliers.operations());
        // A busy machine may make more of them slow.
        assertTrue(outliers.outliers() >= 4 && outliers.outliers() < 50, outliers.text(50));
        OutlierCause sleep = cause(outliers, "jdk.ThreadSleep");
        assertEquals(3.0 / outliers.outliers(), sleep.outlierShare(), 1e-9);
        assertEquals(0, sleep.otherShare());
        assertTrue(sleep.timeShare() > 0 && sleep.timeShare() <= 1, sleep.toString());
        OutlierCause lock = cause(outliers, "jdk.JavaMonitorEnter monitorClass=" + Guard.class.getName());
        assertEquals(1.0 / outliers.outliers(), lock.outlierShare(), 1e-9);
        List<Double> shares =
                outliers.causes().stream().map(OutlierCause::outlierShare).toList();
        assertEquals(shares.stream().sorted(Comparator.reverseOrder()).toList(), shares);
        assertTrue(outliers.text(5).contains("of 105 operations took longer than 200,000.000 us"), outliers.text(5));
    }

    @Test
    void aPauseOfTheCollectorIsOfAllThreads() throws IOException {
        // Nothing is too fast: the one that collects is among them, and its own thread did nothing else.
        RecordedOutliers all = RecordedOutliers.read(file, OPERATION, 0);
        assertEquals(all.operations(), all.outliers());
        OutlierCause pause = cause(all, "jdk.GCPhasePause (all threads)");
        assertTrue(pause.outlierShare() >= 1.0 / 105, pause.toString());
        assertTrue(Double.isNaN(pause.otherShare()), pause.toString());
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        MeasureException none =
                assertThrows(MeasureException.class, () -> RecordedOutliers.read(file, "com.example.Nothing", 0));
        assertTrue(none.getMessage().contains(OPERATION), none.getMessage());
        assertTrue(RecordedOutliers.durations(file).get(OPERATION) >= BOUND_NS);
        assertThrows(MeasureException.class, () -> RecordedOutliers.read(file, OPERATION, -1));
        Path broken = Files.writeString(directory.resolve("broken.jfr"), "no recording");
        assertThrows(IOException.class, () -> RecordedOutliers.read(broken, OPERATION, 0));
    }
}
