package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the generator allocates in the thread that issues, with a target that allocates nothing. */
@Tag("alone")
class LoadAllocationTest {
    private static final long FROM = 200_000;
    private static final long TO = 1_200_000;
    /** A histogram grows when a time is longer than all before; one object an operation would be 16 MB. */
    private static final long ALLOWED_BYTES = 4 << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    @Test
    void aClosedLoopAllocatesNothingForAnOperation() throws Exception {
        assertAllocatesNothing(LoadOptions.builder(Mode.THROUGHPUT));
    }

    @Test
    void aScheduleAllocatesNothingForAnOperation() throws Exception {
        assertAllocatesNothing(LoadOptions.builder(Mode.FIXED).rate(Rate.perSecond(20_000_000)));
    }

    private void assertAllocatesNothing(LoadOptionsBuilder builder) throws Exception {
        Path file = Files.writeString(directory.resolve("w.yaml"), """
                values:
                  id: {kind: zipf, from: 1, to: 1_000_000}
                  name: {kind: text}
                operations:
                  a: {weight: 3, what: "${id}"}
                  b: {what: "${name}"}
                """);
        long[] bytes = new long[2];
        Target target = FakeServer.doing(operation -> {
            if (operation.sequence() == FROM) {
                bytes[0] = threads.getCurrentThreadAllocatedBytes();
            } else if (operation.sequence() == TO) {
                bytes[1] = threads.getCurrentThreadAllocatedBytes();
            }
            operation.complete();
        });
        LoadOptions options = builder.lasting(0, 600_000_000_000L)
                .operations(TO + 1)
                .recording(MachineRecording.OFF)
                .build();
        LoadResult result = new Load(options, Workload.read(file), target, NanoClock.system()).run(LoadObserver.NONE);
        assertEquals(TO + 1, result.completed());
        long allocated = bytes[1] - bytes[0];
        assertTrue(allocated >= 0 && allocated < ALLOWED_BYTES, "allocated=" + allocated);
    }
}
