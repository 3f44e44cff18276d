package io.millrace.net;

/** One link to one address, which is made at once and not made again; and what watches it. Any thread may close it. */
public final class ClientLink implements AutoCloseable {

    private final Link link;
    private final LinkWatch watch;

    private ClientLink(Link link, LinkWatch watch) {
        this.link = link;
        this.watch = watch;
    }

    /**
     * Connects.
     *
     * @throws NetException if that fails, or plain TCP is not allowed there
     */
    public static ClientLink connect(HostPort address, LinkOptions options) {
        options.checkPlain(address);
        LinkWatch watch = LinkWatch.start(options, "client-" + address.port());
        try {
            return new ClientLink(LinkSockets.connect(_ -> true, address, options, watch), watch);
        } catch (RuntimeException | Error e) {
            watch.close();
            throw e;
        }
    }

    /** Returns the link. */
    public Link link() {
        return link;
    }

    /** Closes the link, and waits for the thread that watches it. */
    @Override
    public void close() {
        watch.close();
    }
}
