package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.replication.ErrorReason;
import io.millrace.replication.Member;
import io.millrace.replication.MemberLink;
import io.millrace.replication.MemberListener;
import io.millrace.replication.MemberLog;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MemberStore;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLHandshakeException;

/**
 * A member of a replicated journal on the network: it listens for other members, connects to them, and carries the
 * messages of the protocol between them. The protocol itself is in {@link Member}, which one thread at a time uses,
 * under the lock of this object.
 *
 * <p>Each link has a thread that reads and one that writes. What is written is asked for when the connection has taken
 * what was written before, so a slow peer costs neither memory nor the others' time. Any thread may call any method.
 */
public final class ReplicationNode implements AutoCloseable {

    private static final long TICK_MS = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final LinkOptions options;
    private final RouteHeader.Sender sender;
    private final LinkWatch watch;
    private final Set<NodeLink> links = ConcurrentHashMap.newKeySet();
    private final Set<Dialler> diallers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread ticker;
    private volatile String refusal = "";
    private volatile String failure = "";
    private Member member;
    private Listener listener;

    private ReplicationNode(LinkOptions options, RouteHeader.Sender sender, String name) {
        this.options = options;
        this.sender = sender;
        this.watch = LinkWatch.start(options, name);
        this.ticker = Thread.ofPlatform()
                .daemon()
                .name("millrace-replication-" + name)
                .unstarted(this::tick);
    }

    /**
     * Opens a member and starts to listen and to connect.
     *
     * @param listen where it accepts links; with port 0 at any free one, which must then be that of {@code member}
     * @param member the choices of the member; its address is where others reach it
     * @param log its journal, which nothing else uses as long as this is open
     * @param store its durable state
     * @param events receives events in the thread that causes them, under the lock: it must not wait
     * @throws NetException if the address cannot be had
     */
    public static ReplicationNode open(
            HostPort listen,
            LinkOptions links,
            MemberOptions member,
            MemberLog log,
            MemberStore store,
            MemberListener events) {
        ReplicationNode node = new ReplicationNode(links, RouteHeader.Sender.NONE, member.name());
        try {
            node.member = new Member(log, store, member, node::connect, events, new Random(), System.nanoTime());
            node.listener = Listener.start(listen, links, node::accepted);
        } catch (RuntimeException e) {
            node.watch.close();
            throw e;
        }
        node.ticker.start();
        return node;
    }

    /**
     * Opens a member of one of many journals that share a listener, whose owner gives this node its links: {@link
     * #accepted}.
     *
     * @param sender what links that it opens say of it
     */
    static ReplicationNode open(
            LinkOptions links,
            RouteHeader.Sender sender,
            MemberOptions member,
            MemberLog log,
            MemberStore store,
            MemberListener events) {
        ReplicationNode node = new ReplicationNode(links, sender, member.name());
        try {
            node.member = new Member(log, store, member, node::connect, events, new Random(), System.nanoTime());
        } catch (RuntimeException e) {
            node.watch.close();
            throw e;
        }
        node.ticker.start();
        return node;
    }

    /** Serves a link that another member has opened, until it ends. */
    void accepted(Link link) {
        serve(link, member::accepted);
    }

    /** Returns the address at which this member listens. */
    public HostPort address() {
        return listener.address();
    }

    /** Returns what a function makes of the member, under the lock. */
    public <T> T ask(Function<Member, T> question) {
        lock.lock();
        try {
            return question.apply(member);
        } finally {
            lock.unlock();
            wake();
        }
    }

    /**
     * Returns why the last attempt to connect ended where the two sides do not accept each other's certificates; empty
     * where it did not end so. Any thread.
     */
    String refusal() {
        return refusal;
    }

    /** Gives the member an order, such as a promotion, under the lock. */
    public void order(Consumer<Member> order) {
        ask(present -> {
            order.accept(present);
            return null;
        });
    }

    /**
     * Notes that the journal has more frames, so that they are sent at once: by this thread, where so little is
     * unacknowledged that the connection takes it without waiting, else by another one. Frames that are not noted are
     * found within a millisecond.
     */
    public void appended() {
        VarHandle.fullFence(); // the frames are visible before a writer is asked whether it will look for them
        for (NodeLink link : links) {
            link.writeSoon();
        }
    }

    /** Gives the member what a link has received; that link writes itself what it causes there. */
    void received(NodeLink from, Consumer<Member> what) {
        lock.lock();
        try {
            what.accept(member);
        } finally {
            lock.unlock();
        }
        for (NodeLink link : links) {
            if (link != from) {
                link.wake();
            }
        }
    }

    boolean isLittleUnacknowledged(MemberLink link) {
        lock.lock();
        try {
            return link.isLittleUnacknowledged();
        } finally {
            lock.unlock();
        }
    }

    /** Asks each link for what to send. */
    void wake() {
        for (NodeLink link : links) {
            link.wake();
        }
    }

    private void tick() {
        try {
            while (!closing.await(TICK_MS, TimeUnit.MILLISECONDS)) {
                String broken = ask(present -> {
                    present.tick(System.nanoTime());
                    return present.broken();
                });
                if (broken != null) {
                    stop(broken, null);
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by a foreign program: the member stops, and its links end as silent
        } catch (RuntimeException | Error e) {
            stop("the member failed and has stopped reason=" + ErrorReason.of(e), e);
        }
    }

    /** Ends everything but the listener: only another opening of the member continues. */
    private void stop(String why, Throwable cause) {
        failure = why;
        options.errorHandler().accept(new NetException(why, cause));
        watch.close();
    }

    /**
     * Returns why the member has stopped for good, so that it is to be closed and opened again; empty as long as it
     * works. Any thread.
     */
    public Optional<String> failure() {
        return failure.isEmpty() ? Optional.empty() : Optional.of(failure);
    }

    /** Begins an attempt to connect; called by the member, under the lock. */
    private void connect(String address) {
        Dialler dialler = new Dialler(address);
        diallers.add(dialler);
        dialler.thread.start();
    }

    /** Serves a link until it ends. */
    private void serve(Link link, Function<io.millrace.replication.Connection, MemberLink> introduce) {
        NodeLink served = new NodeLink(link, this);
        links.add(served);
        try {
            served.serve(introduce);
        } finally {
            links.remove(served);
        }
    }

    private void report(Throwable error) {
        if (closing.getCount() > 0) {
            options.errorHandler().accept(error);
        }
    }

    ReentrantLock lock() {
        return lock;
    }

    Member member() {
        return member;
    }

    /** An attempt to connect, and the link that it makes. */
    private final class Dialler {
        private final String address;
        private final Thread thread;
        private volatile SocketChannel channel;

        Dialler(String address) {
            this.address = address;
            this.thread = Thread.ofPlatform()
                    .daemon()
                    .name("millrace-replication-link")
                    .unstarted(this::run);
        }

        private boolean begins(SocketChannel next) {
            channel = next;
            return closing.getCount() > 0;
        }

        private void run() {
            Link link = null;
            try {
                HostPort to = RouteHeader.hostOf(address);
                options.checkPlain(to);
                link = LinkSockets.connect(this::begins, to, options, watch);
                if (link != null) {
                    RouteHeader.write(link, address, sender);
                }
            } catch (NetException e) {
                refusal = "";
                refused(e);
                System.getLogger(ReplicationNode.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "cannot connect to a member address=" + address, e);
            }
            try {
                if (link == null) {
                    order(present -> present.notConnected(address));
                } else {
                    serve(link, connection -> member.connected(address, connection));
                }
            } catch (RuntimeException | Error e) { // it ends this link; the member knows, and makes another one
                refused(e);
                report(e);
            } finally {
                LinkSockets.closeQuietly(channel);
                if (link != null) {
                    link.close();
                }
                diallers.remove(this);
            }
        }
    }

    /**
     * Notes that a handshake failed. With TLS 1.3 the side that connects learns only after its own part, with the first
     * bytes that it reads, that the other side refuses its certificate; where a write fails before, a later attempt
     * tells.
     */
    private void refused(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLHandshakeException) {
                refusal = ErrorReason.of(cause);
            }
        }
    }

    /** Closes all links, stops listening, and waits for all threads; the log stays open. */
    @Override
    public void close() {
        closing.countDown();
        Uninterruptibly.join(ticker);
        if (listener != null) {
            listener.close();
        }
        watch.close();
        for (Dialler dialler : diallers) {
            LinkSockets.closeQuietly(dialler.channel);
            Uninterruptibly.join(dialler.thread);
        }
    }
}
