package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;

/** What a message and a forced write take on this machine, by the means that the ledger has, without a ledger. */
final class MachineTimes {
    private static final int BYTES = 1024;
    private static final double NS_A_US = 1e3;

    private MachineTimes() {}

    /** Returns the median of half a round trip over loopback between two threads that wait in the system, in us. */
    static double messageUs(int count) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread echo = Thread.ofPlatform().daemon().name("echo").start(() -> echo(server));
            long[] times = new long[count];
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                ByteBuffer message = ByteBuffer.allocate(BYTES);
                for (int i = 0; i < count; i++) {
                    long startNs = System.nanoTime();
                    channel.write(message.clear());
                    readFully(channel, message.clear());
                    times[i] = (System.nanoTime() - startNs) / 2;
                }
            }
            echo.join();
            return median(times);
        }
    }

    private static void echo(ServerSocketChannel server) {
        try (SocketChannel channel = server.accept()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer message = ByteBuffer.allocate(BYTES);
            while (readFully(channel, message.clear())) {
                channel.write(message.flip());
            }
        } catch (IOException e) {
            throw new BenchmarkException("cannot echo", e);
        }
    }

    private static boolean readFully(SocketChannel channel, ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            if (channel.read(message) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the median of the time from an append to when it survives a loss of power, in us. */
    static double forceUs(Path directory, int count) {
        long[] times = new long[count];
        try (Journal journal = Journal.open(directory, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            MemorySegment message = MemorySegment.ofArray(new byte[BYTES]);
            for (int i = 0; i < count; i++) {
                long startNs = System.nanoTime();
                appender.awaitSynced(appender.append(message, 0, BYTES));
                times[i] = System.nanoTime() - startNs;
            }
        }
        return median(times);
    }

    private static double median(long[] times) {
        Arrays.sort(times);
        return times[times.length / 2] / NS_A_US;
    }
}
