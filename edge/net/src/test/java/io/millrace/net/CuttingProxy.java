package io.millrace.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Passes bytes between members and one of them, and cuts each connection after a random number of bytes. */
final class CuttingProxy implements AutoCloseable {

    private final Listener listener;
    private final HostPort to;
    private final Random random;
    private final AtomicLong cuts = new AtomicLong();
    private volatile int mostBytes;

    CuttingProxy(HostPort to, long seed, int mostBytes) {
        this.to = to;
        this.random = new Random(seed);
        this.mostBytes = mostBytes;
        LinkOptions options = LinkOptions.defaults().withErrorHandler(_ -> {});
        this.listener = Listener.start(HostPort.parse("0"), options, this::pass);
    }

    HostPort address() {
        return listener.address();
    }

    long cuts() {
        return cuts.get();
    }

    /** Cuts no more. */
    void heal() {
        mostBytes = Integer.MAX_VALUE;
    }

    private void pass(Link near) {
        near.establish();
        AtomicLong left = new AtomicLong(mostBytes == Integer.MAX_VALUE ? Long.MAX_VALUE : random.nextInt(mostBytes));
        LinkOptions options = LinkOptions.defaults();
        try (LinkWatch watch = LinkWatch.start(options, "proxy")) {
            Link far = LinkSockets.connect(java.nio.channels.SocketChannel.open(), to, options, watch);
            far.establish();
            Thread back = Thread.ofPlatform().daemon().start(() -> copy(far, near, left));
            copy(near, far, left);
            far.close();
            io.millrace.concurrent.Uninterruptibly.join(back);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(Link from, Link into, AtomicLong left) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 12);
        try {
            while (from.read(buffer.clear()) >= 0) {
                long allowed = left.addAndGet(-buffer.flip().remaining());
                if (allowed < 0) {
                    cuts.incrementAndGet();
                    buffer.limit((int) Math.max(0, buffer.limit() + allowed));
                }
                into.write(buffer);
                if (allowed < 0) {
                    break;
                }
            }
        } catch (NetException e) {
            cuts.addAndGet(0); // the other direction was cut
        }
        List.of(from, into).forEach(Link::close);
    }

    @Override
    public void close() {
        listener.close();
    }
}
