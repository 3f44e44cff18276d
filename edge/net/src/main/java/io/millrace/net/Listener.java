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
 */
public final class Listener implements AutoCloseable {

    private static final int BACKLOG = 128;
    private static final long PAUSE_NS = 10_000_000;

    private final ServerSocketChannel server;
    private final HostPort address;
    private final LinkOptions options;
    private final LinkHandler handler;
    private final LinkWatch watch;
    private final Thread acceptor;
    private final Set<Thread> serving = ConcurrentHashMap.newKeySet();
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
        this.acceptor = Thread.ofPlatform()
                .daemon()
                .name("millrace-net-accept-" + address.port())
                .unstarted(this::accept);
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
            listener.acceptor.start();
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

    private void accept() {
        while (!closed) {
            try {
                SocketChannel channel = server.accept();
                if (taken.incrementAndGet() > options.maxLinks()) {
                    taken.decrementAndGet();
                    refused.incrementAndGet();
                    LinkSockets.closeQuietly(channel);
                    continue;
                }
                accepted.incrementAndGet();
                start(channel);
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) { // too many open files, for example: the next one may be accepted
                report(new NetException("cannot accept a connection address=" + address + " reason=" + e, e));
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private void start(SocketChannel channel) {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("millrace-net-serve-" + address.port())
                .unstarted(() -> serve(channel));
        serving.add(thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread can be made: this connection ends, and the others continue
            ended(thread);
            LinkSockets.closeQuietly(channel);
            report(new NetException("cannot start a thread for a link address=" + address + " reason=" + e, e));
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
            LinkSockets.closeQuietly(channel);
            ended(Thread.currentThread());
        }
    }

    private void ended(Thread thread) {
        serving.remove(thread);
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
        Uninterruptibly.join(acceptor);
        serving.forEach(Uninterruptibly::join);
    }
}
