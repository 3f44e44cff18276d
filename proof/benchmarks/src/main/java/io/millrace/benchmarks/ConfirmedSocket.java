package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reference values for appends by rate: the bytes of each batch in one write of a socket that does not block, and the
 * other end answers each of its reads with how much it has. Nothing is stored.
 */
final class ConfirmedSocket implements AppendRates.CopiedLog {
    private static final int MOST_BATCH = 64;

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(MOST_BATCH * (int) ReplicationWorkload.FRAME_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private long[] contents = new long[1 << 16];
    private long sent;
    private long seen;
    private long confirmedBytes;

    /** Takes a connection to the order {@code count} of {@link OtherEndMain}. */
    ConfirmedSocket(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
    }

    @Override
    public void append(long content, int count) {
        out.clear();
        for (int i = 0; i < count; i++) {
            if (sent - seen == contents.length) {
                grow();
            }
            contents[(int) (sent++ & contents.length - 1)] = content;
            for (int at = 0; at < ReplicationWorkload.FRAME_BYTES; at += Long.BYTES) {
                out.putLong(content);
            }
        }
        out.flip();
        try {
            while (out.hasRemaining()) {
                if (channel.write(out) == 0) {
                    receive(); // else both ends would wait for room
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void grow() {
        long[] larger = new long[contents.length * 2];
        for (long number = seen; number < sent; number++) {
            larger[(int) (number & larger.length - 1)] = contents[(int) (number & contents.length - 1)];
        }
        contents = larger;
    }

    private void receive() throws IOException {
        if (channel.read(in) < 0) {
            throw new BenchmarkException("the connection has ended");
        }
        in.flip();
        while (in.remaining() >= Long.BYTES) {
            confirmedBytes = in.getLong();
        }
        in.compact();
    }

    @Override
    public long acknowledged() {
        try {
            if (confirmedBytes / ReplicationWorkload.FRAME_BYTES == seen) {
                receive();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return confirmedBytes / ReplicationWorkload.FRAME_BYTES > seen
                ? contents[(int) (seen++ & contents.length - 1)]
                : NOTHING;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
