package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.DeviceStream;
import io.millrace.harness.Effort;
import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** Reference values: the storage device alone, written by one thread; each end of a copy has to write as much. */
public final class DeviceReplicationWorkload extends ReplicationWorkload {

    /** Creates the workload; a fork calls this. */
    public DeviceReplicationWorkload() {}

    @Override
    boolean isAcknowledged() {
        return false;
    }

    @Override
    void begin(Effort effort, Path directory) {}

    @Override
    void end() {}

    /** Returns the time for whole blocks, scaled to the bytes. */
    private static long write(Path directory, long bytes) throws IOException {
        int blocks = Math.toIntExact(Math.ceilDiv(bytes, DeviceStream.BLOCK_BYTES));
        try (DeviceStream stream = DeviceStream.in(directory)) {
            long startNs = System.nanoTime();
            long written = stream.write(directory.resolve("file"), blocks);
            return Math.max(1, (long) ((System.nanoTime() - startNs) * ((double) bytes / written)));
        }
    }

    @Override
    long append(Path directory, long messages) throws IOException {
        return write(directory, messages * FRAME_BYTES);
    }

    @Override
    void alone(Path directory, long leadInNs, Histogram into, long durationNs) {
        throw new BenchmarkException("a device alone acknowledges nothing");
    }

    @Override
    void prepare(Path directory, long bytes) {}

    @Override
    long catchUp(Path prepared, Path directory, long bytes) throws IOException {
        return write(directory, bytes);
    }
}
