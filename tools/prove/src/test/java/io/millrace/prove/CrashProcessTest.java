package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports of real processes to the process that kills them; some are unexpected. */
class CrashProcessTest {

    @TempDir
    Path directory;

    /** Says that the second writer stands at its step and that the first has ended without. */
    static final class Talking {
        public static void main(String[] args) throws InterruptedException {
            say(1 << 1 | 1);
            say(0);
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Says what stands for a third writer, where there are two. */
    static final class Chattering {
        public static void main(String[] args) throws InterruptedException {
            System.err.println("a third one");
            say(2 << 1);
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Fails before its second writer has said anything. */
    static final class Failing {
        public static void main(String[] args) {
            say(1);
            throw new IllegalStateException("the disk is full");
        }
    }

    private static void say(int told) {
        System.out.write(told);
        System.out.flush();
    }

    @Test
    void whichWritersStandAtTheirStepsIsTold() throws IOException {
        try (CrashProcess process = start(Talking.class)) {
            assertArrayEquals(new boolean[] {false, true}, process.awaitSteps());
        }
    }

    @Test
    void anythingElseThatAProcessSaysIsAnErrorWithIt() throws IOException {
        try (CrashProcess process = start(Chattering.class)) {
            ProofException error = assertThrows(ProofException.class, process::awaitSteps);
            assertTrue(error.getMessage().contains("byte=4 errors=a third one"), error.getMessage());
        }
    }

    @Test
    void aProcessThatFailsIsAnErrorWithWhatItPrinted() throws IOException {
        try (CrashProcess process = start(Failing.class)) {
            ProofException error = assertThrows(ProofException.class, process::awaitSteps);
            assertTrue(
                    error.getMessage().contains("failed before it was killed errors=Exception in thread"),
                    error.getMessage());
            assertTrue(error.getMessage().contains("the disk is full"), error.getMessage());
        }
    }

    private CrashProcess start(Class<?> main) throws IOException {
        return CrashProcess.start(main, List.of(plan("first"), plan("second")));
    }

    private CrashPlan plan(String name) throws IOException {
        Path scratch = Files.createDirectory(directory.resolve(name));
        return new CrashPlan(scratch, Ownership.SINGLE, Durability.MAPPED, 1, 1, 1, null, 0);
    }
}
