package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Passes bytes between members and one of them; each direction can hold them back or lose them. */
final class StallingProxy implements AutoCloseable {

    private static final long LOOK_NS = 1_000_000;

    private final Listener listener;
    private final HostPort to;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Mode there = Mode.PASS;
    private volatile Mode back = Mode.PASS;

    /** What becomes of bytes. */
    enum Mode {
        PASS,
        /** They stay where they are, so that their sender cannot send more. */
        HOLD,
        /** They are gone, and their sender does not learn that. */
        LOSE
    }

    StallingProxy(HostPort to) {
        this.to = to;
        LinkOptions options = LinkOptions.defaults().withErrorHandler(_ -> {});
        this.listener = Listener.start(HostPort.parse("0"), options, this::pass);
    }

    HostPort address() {
        return listener.address();
    }

    /** Sets what becomes of bytes on the way to the member, and of those from it. */
    void set(Mode toMember, Mode fromMember) {
        there = toMember;
        back = fromMember;
    }

    /** Ends the connections that there are. */
    void cut() {
        links.forEach(Link::close);
    }

    private void pass(Link near) {
        near.establish();
        LinkOptions options = LinkOptions.defaults();
        try (LinkWatch watch = LinkWatch.start(options, "proxy")) {
            Link far = LinkSockets.connect(_ -> true, to, options, watch);
            far.establish();
            links.add(near);
            links.add(far);
            Thread reverse = Thread.ofPlatform().daemon().start(() -> copy(far, near, () -> back));
            copy(near, far, () -> there);
            Uninterruptibly.join(reverse);
        } catch (NetException e) {
            near.close(); // the member is not there
        }
    }

    private void copy(Link from, Link into, Supplier<Mode> mode) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 12);
        try {
            while (from.read(buffer.clear()) >= 0) {
                while (mode.get() == Mode.HOLD && links.contains(from)) {
                    LockSupport.parkNanos(LOOK_NS);
                }
                if (mode.get() == Mode.PASS) {
                    into.write(buffer.flip());
                }
            }
        } catch (NetException e) {
            links.remove(from); // the connection was cut
        }
        links.remove(from);
        links.remove(into);
        from.close();
        into.close();
    }

    @Override
    public void close() {
        set(Mode.LOSE, Mode.LOSE);
        cut();
        listener.close();
    }
}
