package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes bytes between hosts, and holds back what one of them sends of one channel until it is released. It can also
 * cut the links of a channel for good.
 */
final class HoldingProxy implements AutoCloseable {

    private static final long LOOK_NS = 1_000_000;
    private static final String ALL = "*";

    private final Listener listener;
    private final HostPort to;
    private final Map<Link, String> passed = new ConcurrentHashMap<>();
    private volatile String held;
    private volatile String cut = "";

    HoldingProxy(HostPort to, String held) {
        this(HostPort.parse("0"), to, held);
    }

    HoldingProxy(HostPort at, HostPort to, String held) {
        this.to = to;
        this.held = held;
        LinkOptions options = LinkOptions.defaults().withErrorHandler(_ -> {});
        this.listener = Listener.start(at, options, this::pass);
    }

    HostPort address() {
        return listener.address();
    }

    void release() {
        held = "";
    }

    /** Closes the links of a channel, and each that is made again. */
    void cut(String channel) {
        cut = channel;
        passed.forEach((link, of) -> {
            if (isCut(of)) {
                link.close();
            }
        });
    }

    /** Closes all links, and each that is made again. */
    void cutAll() {
        cut(ALL);
    }

    private boolean isCut(String channel) {
        return cut.equals(ALL) || channel.equals(cut);
    }

    private void pass(Link near) {
        String channel = RouteHeader.read(near).journal();
        near.establish();
        passed.put(near, channel);
        if (isCut(channel)) {
            near.close();
            return;
        }
        LinkOptions options = LinkOptions.defaults();
        try (LinkWatch watch = LinkWatch.start(options, "proxy")) {
            Link far = LinkSockets.connect(_ -> true, to, options, watch);
            far.establish();
            RouteHeader.write(far, RouteHeader.address(to.toString(), channel), RouteHeader.Sender.NONE);
            Thread back = Thread.ofPlatform().daemon().start(() -> {
                while (channel.equals(held) && listener.links() > 0) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                copy(far, near);
            });
            copy(near, far);
            far.close();
            Uninterruptibly.join(back);
        }
    }

    private static void copy(Link from, Link into) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 12);
        try {
            while (from.read(buffer.clear()) >= 0) {
                into.write(buffer.flip());
            }
        } catch (NetException e) {
            System.getLogger(HoldingProxy.class.getName())
                    .log(System.Logger.Level.DEBUG, "the other direction has ended", e);
        }
        List.of(from, into).forEach(Link::close);
    }

    @Override
    public void close() {
        held = "";
        listener.close();
    }
}
