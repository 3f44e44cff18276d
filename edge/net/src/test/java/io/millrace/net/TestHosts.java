package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.fixtures.Await;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/** Hosts of tests, each in a thread of one process. */
final class TestHosts {

    private TestHosts() {}

    /** Returns a channel whose journal has several segments soon. */
    static ChannelSpec channel() {
        return ChannelSpec.journal().withSegmentSize(1 << 16);
    }

    /** Runs a host until it ends by itself. */
    static Summary run(Topology topology, RunOptions options) throws InterruptedException {
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            RunEnd end = running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            assertEquals(RunEnd.ENDED, end);
            return running.summary();
        }
    }

    /** Waits until a condition holds, while a machine stands by: it takes its steps in the thread that waits. */
    static void await(SpareRun spare, String what, BooleanSupplier condition) throws InterruptedException {
        Await.until(what, () -> {
            if (condition.getAsBoolean()) {
                return true;
            }
            assertEquals(SpareRun.End.RUNNING, spare.await(Duration.ofMillis(5)), what);
            return false;
        });
    }

    static <T> FutureTask<T> inThread(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().name("test-host").start(task);
        return task;
    }
}
