package io.millrace.benchmarks;

import io.millrace.fix.FixFramer;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.ServerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A session that asks for all its reports, again and again, on a thread of its own, while another one is measured: what
 * that costs the other one, and how the memory of the server grows.
 */
final class FixResends implements AutoCloseable {

    /** The rate of the session that is measured. */
    static final long RATE = 1_000;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LOOK_EVERY = 1 << 16;
    private static final long PATIENCE_S = 60;
    private static final double MEBIBYTE = 1 << 20;

    private final FixClient client;
    private final ServerProcess server;
    private final long messages;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean stopping;
    private volatile Exception failure;
    private volatile long again;
    private volatile long mostBytes;

    /** The reports of earlier requests. */
    private long before;

    private FixResends(FixClient client, ServerProcess server, long messages) {
        this.client = client;
        this.server = server;
        this.messages = messages;
        thread = Thread.ofPlatform().name("resends").unstarted(this::run);
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
            throws IOException, InterruptedException {
        Histogram alone = FixLoad.atRate(other, RATE, leadInNs, recordedNs);
        long before = server.anonymousBytes();
        try (FixResends resends = new FixResends(client, server, messages)) {
            resends.thread.start();
            if (!resends.begun.await(PATIENCE_S, TimeUnit.SECONDS)) {
                throw new BenchmarkException("no message comes again", resends.failure);
            }
            long first = resends.again;
            long startNs = System.nanoTime();
            Histogram beside = FixLoad.atRate(other, RATE, leadInNs, recordedNs);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            long count = resends.again - first;
            resends.finish();
            return new Result(alone, beside, Math.max(0, resends.mostBytes - before), count / seconds);
        }
    }

    private void run() {
        try {
            client.channel().configureBlocking(true);
            while (!stopping) {
                client.requestAll();
                resend();
            }
        } catch (ClosedChannelException e) {
            failure = stopping ? null : e;
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    /** Reads the reports of one request. */
    private void resend() throws IOException {
        ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        byte[] array = new byte[BUFFER_BYTES];
        FixFramer framer = new FixFramer(BUFFER_BYTES);
        for (long count = 0; count < messages; ) {
            int read = client.channel().read(in.clear());
            if (read < 0) {
                throw new BenchmarkException("the server has closed the connection after reports=" + again);
            }
            in.flip().get(array, 0, read);
            for (int at = 0; at < read; ) {
                int taken = Math.min(read - at, framer.free());
                framer.add(array, at, taken);
                at += taken;
                for (FixFramer.Result found = framer.next(); found == FixFramer.Result.MESSAGE; found = framer.next()) {
                    count += isReportAgain(framer) ? 1 : 0;
                }
            }
            counted(count);
        }
        before += messages;
    }

    /** Tells how many reports have come again, and looks at the memory now and then. */
    private void counted(long count) throws IOException {
        long now = before + count;
        if (now / LOOK_EVERY != again / LOOK_EVERY || again == 0) {
            mostBytes = Math.max(mostBytes, server.anonymousBytes());
        }
        again = now;
        if (now > 0) {
            begun.countDown();
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

    private void finish() {
        if (failure != null) {
            throw new BenchmarkException("a session that asks for its reports has failed", failure);
        }
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        client.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
