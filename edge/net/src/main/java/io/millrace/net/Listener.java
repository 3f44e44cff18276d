package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.net.TlsIdentity.Side;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Listens at an address and serves each link in a thread of its own. Above its limit of links it closes further
 * connections at once, and counts them. Any thread may use it.
 *
 * <p>The thread that accepts a connection serves it, so that none has to be woken or started before the first byte is
 * read. One thread at least waits for the next connection; a few that have served a link wait too.
 */
public final class Listener implements AutoCloseable {

    private static final int BACKLOG = 128;
    private static final long PAUSE_NS = 10_000_000;

    /** More connections than this that come at once need new threads. */
    private static final int MOST_WAITING = 8;

    private final ServerSocketChannel server;
    private final HostPort address;
    private final LinkOptions options;
    private final LinkHandler handler;
    private final LinkWatch watch;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private volatile boolean closed;

    private Listener(
            ServerSocketChannel server, HostPort address, LinkOptions options, LinkHandler handler, LinkWatch watch) {
        this.server = server;
        this.address = address;
        this.options = options;
        this.handler = handler;
        this.watch = watch;
    }

    /**
     * Starts to listen.
     *
     * @param address where; port 0 is any free one, see {@link #address()}
     * @throws NetException if the address cannot be had, or is beyond loopback without TLS and not allowed
     */
    public static Listener start(HostPort address, LinkOptions options, LinkHandler handler) {
        options.checkPlain(address);
        InetSocketAddress at = address.resolve();
        ServerSocketChannel server = null;
        try {
            server = ServerSocketChannel.open();
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(at, BACKLOG);
            HostPort bound = HostPort.of((InetSocketAddress) server.getLocalAddress());
            LinkWatch watch = LinkWatch.start(options, "listen-" + bound.port());
            Listener listener = new Listener(server, bound, options, handler, watch);
            listener.waiting.set(1);
            listener.startThread();
            return listener;
        } catch (IOException e) {
            close(server);
            throw new NetException("cannot listen address=" + address + " reason=" + e.getMessage(), e);
        }
    }

    private static void close(ServerSocketChannel server) {
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new NetException("cannot close listener reason=" + e, e);
        }
    }

    /** Returns the address with the port that it listens at. */
    public HostPort address() {
        return address;
    }

    /** Returns the number of links that are open. */
    public int links() {
        return watch.count();
    }

    /** Returns how many connections were accepted so far, without those above the limit. */
    public long accepted() {
        return accepted.get();
    }

    /** Returns how many connections were closed since there were too many. */
    public long refused() {
        return refused.get();
    }

    private void run() {
        boolean isWaiting = true;
        while (isWaiting) {
            SocketChannel channel = accept();
            isWaiting = channel != null && serveWhileAnotherWaits(channel);
        }
        threads.remove(Thread.currentThread());
    }

    /** Returns the next connection within the limit, or null once this is closed. */
    private SocketChannel accept() {
        while (!closed) {
            try {
                SocketChannel channel = server.accept();
                if (taken.incrementAndGet() <= options.maxLinks()) {
                    accepted.incrementAndGet();
                    return channel;
                }
                taken.decrementAndGet();
                refused.incrementAndGet();
                LinkSockets.closeQuietly(channel);
            } catch (ClosedChannelException e) {
                return null;
            } catch (IOException | Error e) { // too many open files, for example: the next one may be accepted
                report(new NetException("cannot accept a connection address=" + address + " reason=" + e, e));
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return null;
    }

    /** Serves a connection, and returns whether this thread is to wait for another one. */
    private boolean serveWhileAnotherWaits(SocketChannel channel) {
        if (waiting.decrementAndGet() == 0) {
            waiting.incrementAndGet();
            try {
                startThread();
            } catch (OutOfMemoryError e) { // no thread can be made: this connection ends, and this thread still waits
                ended(channel);
                report(new NetException("cannot start a thread for a link address=" + address + " reason=" + e, e));
                return true;
            }
        }
        serve(channel);
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return false;
        }
        return true;
    }

    private void startThread() {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("millrace-net-listen-" + address.port())
                .unstarted(this::run);
        threads.add(thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            threads.remove(thread);
            throw e;
        }
    }

    private void serve(SocketChannel channel) {
        Link link = null;
        try {
            HostPort peer = HostPort.of((InetSocketAddress) channel.getRemoteAddress());
            link = LinkSockets.link(channel, peer, options, watch, Side.ACCEPTS);
            if (closed) {
                return;
            }
            handler.serve(link);
        } catch (Exception e) {
            if (!closed) {
                report(e);
            }
        } catch (Error e) { // of the handler: it ends this link, and the listener continues
            report(new NetException("the handler of a link failed reason=" + e, e));
        } finally {
            if (link != null) {
                link.close();
            }
            ended(channel);
        }
    }

    private void ended(SocketChannel channel) {
        LinkSockets.closeQuietly(channel);
        taken.decrementAndGet();
    }

    private void report(Throwable error) {
        try {
            options.errorHandler().accept(error);
        } catch (RuntimeException | Error e) {
            System.getLogger(Listener.class.getPackageName())
                    .log(System.Logger.Level.ERROR, "the error handler of a listener failed", e);
        }
    }

    /** Stops listening, closes all links, and waits for their threads; not to be called by a handler. */
    @Override
    public void close() {
        closed = true;
        close(server);
        watch.close();
        while (!threads.isEmpty()) { // one that has just accepted may start another
            threads.forEach(Uninterruptibly::join);
        }
    }
}
