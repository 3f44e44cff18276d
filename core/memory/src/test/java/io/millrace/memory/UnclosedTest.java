package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.LogCapture;
import java.lang.ref.Reference;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnclosedTest {

    private final String before = System.getProperty(Unclosed.PROPERTY);
    private final LogCapture said = LogCapture.of("io.millrace.memory");

    @AfterEach
    void stop() {
        said.close();
        if (before == null) {
            System.clearProperty(Unclosed.PROPERTY);
        } else {
            System.setProperty(Unclosed.PROPERTY, before);
        }
    }

    private void collectUntilSaid() {
        Await.until("what was forgotten is reported", () -> {
            System.gc();
            return !said.messages().isEmpty();
        });
    }

    private static void open(String setting, String where) {
        System.setProperty(Unclosed.PROPERTY, setting);
        Unclosed.watch(new Object(), "journal", where);
    }

    @Test
    @ExpectedLog("what=journal where=data/b")
    void whatIsCollectedUnclosedIsReportedOnceAndWhatWasClosedIsNot() {
        System.setProperty(Unclosed.PROPERTY, "warn");
        Unclosed.watch(new Object(), "journal", "data/a").closed();
        open("off", "data/off");
        Object held = new Object();
        Unclosed watched = Unclosed.watch(held, "journal", "data/held");
        try {
            open("warn", "data/b");
            collectUntilSaid();
            for (int i = 0; i < 3; i++) {
                System.gc();
            }
            assertEquals(
                    List.of("collected without having been closed, which it must be; -Dmillrace.unclosed=stack"
                            + " shows where it was opened what=journal where=data/b"),
                    said.messages());
        } finally {
            Reference.reachabilityFence(held);
        }
        watched.closed();
    }

    @Test
    @ExpectedLog("what=journal where=data/c")
    void theSettingAddsTheStackOfTheOpening() {
        open("stack", "data/c");
        collectUntilSaid();
        Throwable stack = said.thrown().getFirst();
        boolean isHere = false;
        for (StackTraceElement element : stack.getStackTrace()) {
            isHere |= element.getMethodName().equals("theSettingAddsTheStackOfTheOpening");
        }
        assertTrue(isHere, stack.toString());
        assertFalse(said.messages().getFirst().contains("=stack"));
    }

    @Test
    void anotherSettingIsRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> open("yes", "data/d"))
                .getMessage();
        assertEquals(
                "invalid value of system property property=millrace.unclosed value=yes valid=warn,stack,off", message);
    }
}
