package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.leaks.ExpectedLog;
import io.millrace.service.ErrorHandler;
import io.millrace.service.InputFailedException;
import io.millrace.service.Severity;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/operations.md}. */
class OperationsGuideTest {

    @TempDir
    Path data;

    @Test
    @ExpectedLog("failed component=reader")
    void anApplicationLearnsAtOnceThatItsTopologyHasFailed() throws InterruptedException {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        RunOptions options = RunOptions.in(data).withErrorHandler((severity, origin, error) -> {
            ErrorHandler.log().onError(severity, origin, error);
            if (severity == Severity.FATAL) {
                failed.completeExceptionally(error);
            }
        });
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("guide")
                .channel("numbers", small)
                .channel("sums", small)
                .component("counter", ComponentSpec.of(HealthTest.Endless.class).writes("numbers"))
                .component(
                        "reader",
                        ComponentSpec.of(SkipsTest.Refuser.class)
                                .reads("numbers")
                                .writes("sums"))
                .build();
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            ExecutionException told = assertThrows(ExecutionException.class, failed::get);
            assertEquals(running.failure().orElseThrow(), told.getCause());
            assertInstanceOf(InputFailedException.class, told.getCause().getCause());
        }
    }
}
