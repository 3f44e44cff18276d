package io.millrace.net;

import io.millrace.memory.Unclosed;

/**
 * Listens at an address and serves each link in a thread of its own. Above its limit of links it closes further
 * connections at once, and counts them. One that is collected unclosed is reported, see {@link Unclosed}; its links and
 * threads stay. Any thread may use it.
 */
public final class Listener implements AutoCloseable {

    private final ListenerThreads threads;
    private final Unclosed unclosed;

    private Listener(ListenerThreads threads) {
        this.threads = threads;
        this.unclosed = Unclosed.watch(this, "listener", threads.address());
    }

    /**
     * Starts to listen.
     *
     * @param address where; port 0 is any free one, see {@link #address()}
     * @throws NetException if the address cannot be had, or is beyond loopback without TLS and not allowed
     */
    public static Listener start(HostPort address, LinkOptions options, LinkHandler handler) {
        return new Listener(ListenerThreads.start(address, options, handler));
    }

    /** Returns the address with the port that it listens at. */
    public HostPort address() {
        return threads.address();
    }

    /** Returns the number of links that are open. */
    public int links() {
        return threads.links();
    }

    /** Returns how many connections were accepted so far, without those above the limit. */
    public long accepted() {
        return threads.accepted();
    }

    /** Returns how many connections were closed since there were too many. */
    public long refused() {
        return threads.refused();
    }

    /** Stops listening, closes all links, and waits for their threads; not to be called by a handler. */
    @Override
    public void close() {
        unclosed.closed();
        threads.close();
    }
}
