package io.millrace.load.http;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Runs Hyperfoil in a process of its own, and leaves the times that it found in a file. */
final class HyperfoilMain {
    private static final long HIGHEST_NS = 3_600_000_000_000L;

    private HyperfoilMain() {}

    /**
     * Sends requests at an even rate.
     *
     * @param args the address of the server, the requests a second, the seconds, how many may be under way, and a file
     *     for the histogram of times in nanoseconds, as HdrHistogram encodes it
     */
    public static void main(String[] args) throws Exception {
        String benchmark =
                """
                name: pause
                http:
                  host: %s
                  sharedConnections: %s
                phases:
                - main:
                    constantRate:
                      usersPerSec: %s
                      duration: %ss
                      maxSessions: %s
                      variance: false
                      scenario:
                      - get:
                        - httpRequest:
                            GET: /all
                """
                        .formatted(args[0], args[3], args[1], args[2], args[3]);
        Benchmark parsed = BenchmarkParser.instance()
                .buildBenchmark(
                        new ByteArrayInputStream(benchmark.getBytes(StandardCharsets.UTF_8)),
                        BenchmarkData.EMPTY,
                        Map.of());
        Histogram times = new Histogram(HIGHEST_NS, 3);
        LocalSimulationRunner runner = new LocalSimulationRunner(
                parsed,
                (phase, step, metric, snapshot, done) -> {
                    synchronized (times) {
                        times.add(snapshot.histogram);
                    }
                },
                null,
                null);
        runner.run();
        synchronized (times) {
            ByteBuffer encoded = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
            byte[] bytes = new byte[times.encodeIntoByteBuffer(encoded)];
            encoded.flip().get(bytes);
            Files.write(Path.of(args[4]), bytes);
        }
        System.exit(0); // its threads are no daemons
    }
}
