package io.millrace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.load.Load;
import io.millrace.load.LoadObserver;
import io.millrace.load.LoadOptions;
import io.millrace.load.Mode;
import io.millrace.load.Target;
import io.millrace.load.Workload;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hyperfoil and our generator in turns against a real server that pauses once. Both must find what is known in closed
 * form: of the requests due in the pause each waited from when it was due to its end, and all others hardly at all.
 */
class HyperfoilTest {
    private static final int RATE = 200;
    private static final int SECONDS = 2;
    private static final long PAUSE_NS = 1_000_000_000;
    private static final int ATTEMPTS = 8;
    private static final double[] PERCENTILES = {60, 70, 80, 90, 99};

    @TempDir
    private Path directory;

    /** Sends requests and returns how long each took. */
    @FunctionalInterface
    private interface Generator {
        Histogram send(String url) throws Exception;
    }

    /** Other work on the machine makes times longer, never shorter, so only one attempt need agree. */
    @Test
    void anotherGeneratorThatCountsFromAScheduleAgreesWithOursAndTheClosedForm() throws Exception {
        double others = Double.POSITIVE_INFINITY;
        double ours = Double.POSITIVE_INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS && Math.max(others, ours) > 0.1; attempt++) {
            others = Math.min(others, disagreement(this::hyperfoil));
            ours = Math.min(ours, disagreement(HyperfoilTest::millrace));
        }
        assertTrue(Math.max(others, ours) <= 0.1, "disagreement of hyperfoil=" + others + " of millrace=" + ours);
    }

    /** Returns how far the worst percentile is from the closed form, relative to the pause. */
    private static double disagreement(Generator generator) throws Exception {
        try (PausingServer server = PausingServer.start()) {
            long[] pause = new long[2];
            Thread pauser = Thread.ofPlatform().start(() -> {
                NanoClock clock = NanoClock.system();
                while (server.requests() < RATE / 2 && !Thread.currentThread().isInterrupted()) {
                    clock.sleepNs(clock.nanoTime() + 100_000);
                }
                server.pause();
                pause[0] = clock.nanoTime();
                clock.sleepNs(pause[0] + PAUSE_NS);
                pause[1] = clock.nanoTime();
                server.goOn();
            });
            Histogram times;
            try {
                times = generator.send(server.url());
            } finally {
                pauser.interrupt();
                pauser.join();
            }
            assertEquals(SECONDS * RATE, (double) times.getTotalCount(), 2);
            double pauseNs = (double) pause[1] - pause[0];
            double[] expected = IntStream.range(0, SECONDS * RATE)
                    .mapToDouble(n -> Math.max(0, pauseNs - n * 1e9 / RATE))
                    .sorted()
                    .toArray();
            double worst = 0;
            for (double percentile : PERCENTILES) {
                double known = expected[(int) Math.ceil(expected.length * percentile / 100) - 1];
                worst = Math.max(worst, Math.abs(times.getValueAtPercentile(percentile) - known) / PAUSE_NS);
            }
            return worst;
        }
    }

    private static Histogram millrace(String url) {
        LoadOptions options = LoadOptions.builder(Mode.FIXED)
                .rate(Rate.perSecond(RATE))
                .lasting(0, SECONDS * 1_000_000_000L)
                .draining(60_000_000_000L)
                .recording(MachineRecording.OFF)
                .build();
        try (Target target = HttpTargetTest.target(url, "in-flight", "1000")) {
            return new Load(options, Workload.of("get", Map.of()), target, NanoClock.system())
                    .run(LoadObserver.NONE)
                    .times()
                    .response();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Histogram hyperfoil(String url) throws Exception {
        Path file = directory.resolve("times");
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HyperfoilMain.class.getName(),
                        url.replaceAll("/all$", ""),
                        Integer.toString(RATE),
                        Integer.toString(SECONDS),
                        "500",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> "see " + log);
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(Files.readAllBytes(file)), 0);
    }
}
