package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.fixtures.JavaCommand;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class ThreadAffinityTest {

    @Test
    void withoutNativeAccessNothingHappens() {
        assertEquals(ThreadAffinity.Pinning.UNAVAILABLE, ThreadAffinity.pin(0));
        assertFalse(ThreadAffinity.allowedCpus().isEmpty());
    }

    @Test
    void theLogSaysOnceThatNothingHappens() throws Exception {
        Process process = JavaCommand.of(AffinityProbe.class, "without native access")
                .builder()
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), log);
        assertEquals(2, log.split("cannot bind threads", -1).length, log);
    }

    @Test
    void aVirtualThreadIsRefused() throws InterruptedException {
        CompletableFuture<ThreadAffinity.Pinning> result = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> result.completeAsync(() -> ThreadAffinity.pin(0), Runnable::run))
                .join();
        assertThrows(RuntimeException.class, result::join);
    }

    @Test
    void withNativeAccessAThreadIsBoundAndAProcessorThatIsAbsentIsRefused() throws Exception {
        int exit = JavaCommand.of(AffinityProbe.class)
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .inheritIO()
                .start()
                .waitFor();
        assertEquals(0, exit);
    }
}
