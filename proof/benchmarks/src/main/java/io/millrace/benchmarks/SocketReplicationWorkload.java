package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.HdrHistogram.Histogram;

/**
 * Reference values: the same bytes through a blocking socket, from a mapped file into a new mapped file of another
 * process, without frames, checksums and visibility for others; and a round trip of a message and its answer of the
 * sizes that replication has.
 */
public final class SocketReplicationWorkload extends ReplicationWorkload {
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int RUN_BYTES = 80;
    private static final int ACK_BYTES = 24;

    private OtherEnd other;

    /** Creates the workload; a fork calls this. */
    public SocketReplicationWorkload() {}

    @Override
    void begin(Effort effort, Path directory) throws Exception {
        other = OtherEnd.start();
    }

    @Override
    void end() throws Exception {
        other.close();
    }

    private static SocketChannel connect(String port) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }

    /** Fills a file as a log is filled, and sends each part once it is full. */
    @Override
    long append(Path directory, long messages) throws Exception {
        long bytes = messages * FRAME_BYTES;
        try (Arena arena = Arena.ofConfined();
                FileChannel file = open(directory.resolve("source"));
                SocketChannel channel = connect(other.ask("sink " + bytes + " " + directory.resolve("copy")))) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, bytes, arena);
            long startNs = System.nanoTime();
            long sent = 0;
            for (long n = 0; n < messages; n++) {
                long at = n * FRAME_BYTES;
                if (at - sent >= CHUNK_BYTES) {
                    send(channel, mapping, sent, at);
                    sent = at;
                }
                fill(mapping, at, n);
            }
            send(channel, mapping, sent, bytes);
            awaitAnswer(channel);
            return System.nanoTime() - startNs;
        }
    }

    private static void fill(MemorySegment mapping, long at, long number) {
        for (int i = 0; i < FRAME_BYTES; i += Long.BYTES) {
            mapping.set(ValueLayout.JAVA_LONG, at + i, number);
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static void send(SocketChannel channel, MemorySegment mapping, long from, long to) throws IOException {
        ByteBuffer part = mapping.asSlice(from, to - from).asByteBuffer();
        while (part.hasRemaining()) {
            channel.write(part);
        }
    }

    private static void awaitAnswer(SocketChannel channel) throws IOException {
        if (channel.read(ByteBuffer.allocate(1)) < 0) {
            throw new BenchmarkException("the connection has ended without an answer");
        }
    }

    @Override
    void alone(Path directory, long leadInNs, Histogram into, long durationNs) throws Exception {
        ByteBuffer message = ByteBuffer.allocateDirect(RUN_BYTES);
        ByteBuffer answer = ByteBuffer.allocateDirect(ACK_BYTES);
        try (SocketChannel channel = connect(other.ask("echo " + RUN_BYTES + " " + ACK_BYTES))) {
            LatencyStep step = () -> {
                channel.write(message.clear());
                answer.clear();
                while (answer.hasRemaining()) {
                    if (channel.read(answer) < 0) {
                        throw new BenchmarkException("the connection has ended");
                    }
                }
            };
            record(step, leadInNs, into, durationNs);
        }
    }

    @Override
    AppendRates.CopiedLog copied(Path directory) throws IOException {
        return new ConfirmedSocket(connect(other.ask("count")));
    }

    @Override
    void prepare(Path directory, long bytes) throws Exception {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = open(directory.resolve("source"))) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, bytes, arena);
            for (long n = 0; n < bytes / FRAME_BYTES; n++) {
                fill(mapping, n * FRAME_BYTES, n);
            }
        }
    }

    @Override
    long catchUp(Path prepared, Path directory, long bytes) throws Exception {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = open(prepared.resolve("source"))) {
            MemorySegment mapping = file.map(MapMode.READ_ONLY, 0, bytes, arena);
            long startNs = System.nanoTime();
            try (SocketChannel channel = connect(other.ask("sink " + bytes + " " + directory.resolve("copy")))) {
                for (long at = 0; at < bytes; at += CHUNK_BYTES) {
                    send(channel, mapping, at, Math.min(bytes, at + CHUNK_BYTES));
                }
                awaitAnswer(channel);
            }
            return System.nanoTime() - startNs;
        }
    }
}
