package io.millrace.net;

import io.millrace.memory.Unclosed;
import java.time.Duration;
import java.util.List;

/**
 * Keeps one link to one of several addresses: it tries them in turn, and again when the link has ended, after pauses
 * that grow and are spread at random, so that many peers of a listener that returns do not come at once. There is never
 * more than one attempt and one link. One thread of its own. One that is collected unclosed is reported, see {@link
 * Unclosed}; its link and its thread stay. Any thread may use it.
 */
public final class Connector implements AutoCloseable {

    private final ConnectorLoop loop;
    private final Unclosed unclosed;

    /**
     * The pauses between attempts.
     *
     * @param first the first one, and the one after a link that worked
     * @param longest the longest one; each is up to twice as long as that before
     */
    public record Pauses(Duration first, Duration longest) {

        /** Checks the order. */
        public Pauses {
            if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
                throw new NetException(
                        "pauses between attempts must be positive and grow first=" + first + " longest=" + longest);
            }
        }

        /** Returns 50 ms, growing to 5 s. */
        public static Pauses defaults() {
            return new Pauses(Duration.ofMillis(50), Duration.ofSeconds(5));
        }
    }

    private Connector(ConnectorLoop loop, List<HostPort> addresses) {
        this.loop = loop;
        this.unclosed = Unclosed.watch(this, "connector", addresses);
    }

    /**
     * Starts to connect.
     *
     * @param addresses one or more, tried in this order and then from the first again
     * @param handler serves each link in the thread of the connector; when it returns or throws, the link is closed and
     *     another one is made
     * @throws NetException if there is no address, or plain TCP is not allowed there
     */
    public static Connector start(List<HostPort> addresses, LinkOptions options, Pauses pauses, LinkHandler handler) {
        if (addresses.isEmpty()) {
            throw new NetException("a connector needs an address addresses=[]");
        }
        addresses.forEach(options::checkPlain);
        LinkWatch watch =
                LinkWatch.start(options, "connect-" + addresses.getFirst().port());
        ConnectorLoop loop = new ConnectorLoop(addresses, options, pauses, handler, watch);
        Connector connector = new Connector(loop, addresses);
        loop.start();
        return connector;
    }

    /** Returns whether there is a link now. */
    public boolean isConnected() {
        return loop.isConnected();
    }

    /** Returns why the last attempt or link ended, or an empty text. */
    public String lastError() {
        return loop.lastError();
    }

    /** Closes the link, ends the attempts, and waits for the thread. */
    @Override
    public void close() {
        unclosed.closed();
        loop.close();
    }
}
