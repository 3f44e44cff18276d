package io.millrace.benchmarks;

import io.millrace.fix.FixFramer;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.ServerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A session that asks for all its reports, again and again, while another one is measured by the same thread, since a
 * further busy thread would take a processor from the server: what that costs the other one, and how the memory of the
 * server grows.
 */
final class FixResends {

    /** The rate of the session that is measured. */
    static final long RATE = 1_000;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LOOK_EVERY = 1 << 16;
    private static final double MEBIBYTE = 1 << 20;

    private final FixClient client;
    private final ServerProcess server;
    private final long messages;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] array = new byte[BUFFER_BYTES];
    private final FixFramer framer = new FixFramer(BUFFER_BYTES);
    private long mostBytes;

    /** The reports of all requests, and how many of them will be those of the present one and of earlier ones. */
    private long again;

    private long due;

    private FixResends(FixClient client, ServerProcess server, long messages) {
        this.client = client;
        this.server = server;
        this.messages = messages;
    }

    /** What was measured: percentiles in nanoseconds, bytes, messages a second. */
    record Result(Histogram alone, Histogram beside, long grownBytes, double perSecond) {

        List<Double> p99s() {
            return List.of(alone.getValueAtPercentile(99) / 1e3, beside.getValueAtPercentile(99) / 1e3);
        }

        double grownMebibytes() {
            return grownBytes / MEBIBYTE;
        }
    }

    /**
     * Measures a server.
     *
     * @param client has the reports of so many orders, and is not used otherwise
     * @param other another session
     */
    static Result measure(
            FixClient client, FixClient other, ServerProcess server, long messages, long leadInNs, long recordedNs)
            throws IOException {
        Histogram alone = FixLoad.atRate(other, RATE, leadInNs, recordedNs);
        long before = server.anonymousBytes();
        FixResends resends = new FixResends(client, server, messages);
        long startNs = System.nanoTime();
        Histogram beside = FixLoad.atRate(other, RATE, leadInNs, recordedNs, resends::poll);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        if (resends.again == 0) {
            throw new BenchmarkException("no message has come again");
        }
        return new Result(alone, beside, Math.max(0, resends.mostBytes - before), resends.again / seconds);
    }

    /** Reads what has come again, at most a buffer, and asks again when all has come. */
    private void poll() throws IOException {
        if (again == due) {
            client.requestAll();
            due += messages;
        }
        int read = client.channel().read(in.clear());
        if (read < 0) {
            throw new BenchmarkException("the server has closed the connection after reports=" + again);
        }
        in.flip().get(array, 0, read);
        long had = again;
        for (int at = 0; at < read; ) {
            int taken = Math.min(read - at, framer.free());
            framer.add(array, at, taken);
            at += taken;
            for (FixFramer.Result found = framer.next(); found == FixFramer.Result.MESSAGE; found = framer.next()) {
                again += isReportAgain(framer) ? 1 : 0;
            }
        }
        if (again / LOOK_EVERY != had / LOOK_EVERY || had == 0) {
            mostBytes = Math.max(mostBytes, server.anonymousBytes());
        }
    }

    private static boolean isReportAgain(FixFramer framer) {
        byte[] bytes = framer.bytes();
        int end = framer.offset() + framer.length();
        for (int i = framer.offset() + 8; i + 3 < end; i++) {
            if (bytes[i] == 1 && bytes[i + 1] == '3' && bytes[i + 2] == '5' && bytes[i + 3] == '=') {
                return bytes[i + 4] == '8';
            }
        }
        return false;
    }
}
