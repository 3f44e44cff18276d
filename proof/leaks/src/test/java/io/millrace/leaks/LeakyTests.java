package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that leak on purpose; only {@link LeakCheckTest} runs them, and it cleans up after them. */
final class LeakyTests {

    private static final Deque<AutoCloseable> LEAKED = new ArrayDeque<>();
    private static final System.Logger LOG = System.getLogger("io.millrace.sample");

    private LeakyTests() {}

    static void releaseAll() throws Exception {
        while (!LEAKED.isEmpty()) {
            LEAKED.pop().close();
        }
    }

    private static void leakThread(String name) {
        Thread thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        LEAKED.push(() -> {
            thread.interrupt();
            thread.join();
        });
    }

    private static FileChannel leakFile(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        LEAKED.push(channel);
        return channel;
    }

    private static void map(Path file, Arena arena) throws IOException {
        Files.write(file, new byte[1]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            assertTrue(channel.map(MapMode.READ_ONLY, 0, 1, arena).isMapped());
        }
    }

    static class LeavesAThread {
        @Test
        void test() {
            leakThread("forgotten-worker");
        }
    }

    static class LeavesAFileOpen {
        @Test
        void test(@TempDir Path folder) throws IOException {
            assertTrue(leakFile(folder.resolve("forgotten.data")).isOpen());
        }
    }

    static class LeavesAMapping {
        @Test
        void test(@TempDir Path folder) throws IOException {
            Arena arena = Arena.ofShared();
            LEAKED.push(arena);
            map(folder.resolve("forgotten.map"), arena);
        }
    }

    static class LeavesAMappingToTheCollector {
        @Test
        void test(@TempDir Path folder) throws IOException {
            map(folder.resolve("collected.map"), Arena.ofAuto());
        }
    }

    static class LogsAWarning {
        @Test
        void test() {
            LOG.log(System.Logger.Level.WARNING, "tilt={0}", 7);
        }
    }

    static class LogsAnExpectedWarning {
        @Test
        @ExpectedLog("tilt=8")
        void test() {
            LOG.log(System.Logger.Level.WARNING, "tilt={0}", 8);
        }
    }

    static class MissesAnExpectedWarning {
        @Test
        @ExpectedLog("tilt=9")
        void test() {
            LOG.log(System.Logger.Level.INFO, "tilt={0}", 9);
        }
    }

    @ExpectedLog(value = "tilt", occurs = Occurrence.PERHAPS)
    static class MayLogAWarning {
        @Test
        void test() {
            LOG.log(System.Logger.Level.INFO, "all is well");
        }
    }

    @Tolerates(
            threads = "forgotten-.*",
            files = ".*/forgotten\\.data",
            because = "LeakCheckTest wants to see it tolerated")
    static class ToleratesWhatItLeaves {
        @Test
        void test(@TempDir Path folder) throws IOException {
            leakThread("forgotten-but-tolerated");
            assertTrue(leakFile(folder.resolve("forgotten.data")).isOpen());
        }
    }

    static class EndsALittleLater {
        @Test
        void test() {
            Thread.ofPlatform().start(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300)));
        }
    }

    static class LeavesAThreadOfTheClass {
        @BeforeAll
        static void open() {
            leakThread("forgotten-by-the-class");
        }

        @Test
        void test() {
            assertTrue(LEAKED.size() == 1);
        }
    }

    static class ClosesAField {
        @AutoClose
        private FileChannel channel;

        @Test
        void test(@TempDir Path folder) throws IOException {
            channel = leakFile(folder.resolve("closed.data"));
            assertTrue(channel.isOpen());
        }
    }
}
