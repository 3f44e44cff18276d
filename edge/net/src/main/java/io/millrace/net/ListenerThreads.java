package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.net.TlsIdentity.Side;
import io.millrace.replication.ErrorReason;
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
 * The threads of a {@link Listener}, which they do not refer to: one that is forgotten can be found.
 *
 * <p>The thread that accepts a connection serves it, so that none has to be woken or started before the first byte is
 * read. One thread at least waits for the next connection; a few that have served a link wait too.
 */
final class ListenerThreads {

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

    private ListenerThreads(
            ServerSocketChannel server, HostPort address, LinkOptions options, LinkHandler handler, LinkWatch watch) {
        this.server = server;
        this.address = address;
        this.options = options;
        this.handler = handler;
        this.watch = watch;
    }

    static ListenerThreads start(HostPort address, LinkOptions options, LinkHandler handler) {
        options.checkPlain(address);
        InetSocketAddress at = address.resolve();
        ServerSocketChannel server = null;
        try {
            server = ServerSocketChannel.open();
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(at, BACKLOG);
            HostPort bound = HostPort.of((InetSocketAddress) server.getLocalAddress());
            LinkWatch watch = LinkWatch.start(options, "listen-" + bound.port());
            ListenerThreads threads = new ListenerThreads(server, bound, options, handler, watch);
            threads.waiting.set(1);
            threads.startThread();
            return threads;
        } catch (IOException e) {
            close(server);
            throw new NetException("cannot listen address=" + address + " reason=" + ErrorReason.of(e), e);
        }
    }

    private static void close(ServerSocketChannel server) {
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new NetException("cannot close listener reason=" + ErrorReason.of(e), e);
        }
    }

    HostPort address() {
        return address;
    }

    int links() {
        return watch.count();
    }

    long accepted() {
        return accepted.get();
    }

    long refused() {
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
                report(new NetException(
                        "cannot accept a connection address=" + address + " reason=" + ErrorReason.of(e), e));
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
    void close() {
        closed = true;
        close(server);
        watch.close();
        while (!threads.isEmpty()) { // one that has just accepted may start another
            threads.forEach(Uninterruptibly::join);
        }
    }
}
