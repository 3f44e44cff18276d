package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class LaneLockTest {

    @TempDir
    Path directory;

    private final Deque<Process> started = new ArrayDeque<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private Path file() {
        return directory.resolve("lanes.lock");
    }

    private Process holder(String name, LaneLock.Use use) throws IOException {
        return holder(name, use.name());
    }

    private Process holder(String name, String use) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LaneHolder.class.getName(),
                        name,
                        file().toString(),
                        use,
                        directory.resolve("diary").toString())
                .inheritIO()
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        started.add(process);
        return process;
    }

    private void end(Process process) throws Exception {
        process.getOutputStream().close();
        assertEquals(0, process.waitFor());
        started.remove(process);
    }

    private List<String> diary() throws IOException {
        Path diary = directory.resolve("diary");
        return Files.exists(diary) ? Files.readAllLines(diary) : List.of();
    }

    private void await(String line) throws Exception {
        while (!diary().contains(line)) {
            assertTrue(started.stream().allMatch(Process::isAlive), "a process has ended");
            Thread.sleep(5);
        }
    }

    private void awaitAClosedGate() throws Exception {
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.READ)) {
            while (true) {
                try (FileLock gate = channel.tryLock(0, 1, true)) {
                    if (gate == null) {
                        return;
                    }
                }
                Thread.sleep(5);
            }
        }
    }

    @Test
    void sharedOnesRunBesideEachOther() throws Exception {
        Process first = holder("first", LaneLock.Use.SHARED);
        await("first begins");
        Process second = holder("second", LaneLock.Use.SHARED);
        await("second begins");
        end(first);
        end(second);
    }

    @Test
    void oneThatMustBeAloneIsNotOvertakenAndRunsAlone() throws Exception {
        Process early = holder("early", LaneLock.Use.SHARED);
        await("early begins");
        Process alone = holder("alone", LaneLock.Use.ALONE);
        awaitAClosedGate();
        Process late = holder("late", LaneLock.Use.SHARED);
        Process other = holder("other", LaneLock.Use.ALONE);
        end(early);
        await("alone begins");
        end(alone);
        late.getOutputStream().close();
        other.getOutputStream().close();
        assertEquals(0, late.waitFor());
        assertEquals(0, other.waitFor());
        List<String> diary = diary();
        assertEquals(
                List.of("early begins", "early ends", "alone begins", "alone ends"), diary.subList(0, 4), "" + diary);
        assertEquals(diary.indexOf("other begins") + 1, diary.indexOf("other ends"), "" + diary);
    }

    @Test
    void aKilledProcessGivesTheLockBack() throws Exception {
        Process killed = holder("killed", LaneLock.Use.ALONE);
        await("killed begins");
        Process next = holder("next", LaneLock.Use.SHARED);
        killed.destroyForcibly().waitFor();
        started.remove(killed);
        await("next begins");
        end(next);
    }

    @Test
    void theLockIsOneOfTheProcessAndInnerTestsNeitherAskForItNorFreeIt() throws Exception {
        String held = System.clearProperty("io.millrace.leaks.held"); // this process has the lock of the build
        try {
            try (LaneLock _ = LaneLock.acquire(file(), LaneLock.Use.SHARED).orElseThrow()) {
                assertTrue(LaneLock.acquire(file(), LaneLock.Use.ALONE).isEmpty());
                assertEquals(LaneHolder.BUSY, holder("look", LaneHolder.TRY).waitFor());
            }
            assertEquals(0, holder("look again", LaneHolder.TRY).waitFor());
        } finally {
            if (held != null) {
                System.setProperty("io.millrace.leaks.held", held);
            }
        }
    }
}
