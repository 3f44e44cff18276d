package io.millrace.net;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How links are made, and when they end by themselves.
 *
 * @param tls certificates of both sides; empty for plain TCP, which is allowed on loopback, and elsewhere where {@code
 *     plain} says so
 * @param plain whether plain TCP is allowed beyond loopback
 * @param acceptWithin how long a connection of TCP may take to be accepted, at most {@code connectWithin}
 * @param connectWithin how long connecting and the handshake of TLS may take
 * @param firstMessageWithin how long a peer that connected may take until its first valid message
 * @param deadAfter after how long without a byte from the peer, or with a write that makes no progress, a link ends
 * @param maxLinks how many links a listener has at most; further connections are closed at once and counted
 * @param errorHandler gets what a handler of links throws, in the thread of the link
 */
public record LinkOptions(
        Optional<TlsIdentity> tls,
        Plain plain,
        Duration acceptWithin,
        Duration connectWithin,
        Duration firstMessageWithin,
        Duration deadAfter,
        int maxLinks,
        Consumer<Throwable> errorHandler) {

    private static final int DEFAULT_MAX_LINKS = 256;
    private static final int MOST_LINKS = 100_000;

    /** Whether plain TCP is allowed. */
    public enum Plain {
        /** On the loopback interface alone. */
        ON_LOOPBACK,
        /** Everywhere: the network is trusted, and what passes it can be read and changed by whom it carries. */
        EVERYWHERE
    }

    /** Checks the ranges. */
    public LinkOptions {
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(plain, "plain");
        Objects.requireNonNull(errorHandler, "errorHandler");
        positive("acceptWithin", acceptWithin);
        positive("connectWithin", connectWithin);
        positive("firstMessageWithin", firstMessageWithin);
        positive("deadAfter", deadAfter);
        if (maxLinks < 1 || maxLinks > MOST_LINKS) {
            throw new NetException("number of links must be 1 to " + MOST_LINKS + " maxLinks=" + maxLinks);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new NetException("time must be positive " + name + "=" + value);
        }
    }

    /** Returns plain TCP on loopback, 5 s to connect and for the first message, 10 s of silence, 256 links. */
    public static LinkOptions defaults() {
        return new LinkOptions(
                Optional.empty(),
                Plain.ON_LOOPBACK,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                DEFAULT_MAX_LINKS,
                LinkOptions::log);
    }

    private static void log(Throwable error) {
        System.getLogger(LinkOptions.class.getPackageName()).log(Level.WARNING, "a link ended with an error", error);
    }

    /** Returns these options with TLS. */
    public LinkOptions withTls(TlsIdentity value) {
        return new LinkOptions(
                Optional.of(value),
                plain,
                acceptWithin,
                connectWithin,
                firstMessageWithin,
                deadAfter,
                maxLinks,
                errorHandler);
    }

    /** Returns these options with plain TCP allowed or not beyond loopback. */
    public LinkOptions withPlain(Plain value) {
        return new LinkOptions(
                tls, value, acceptWithin, connectWithin, firstMessageWithin, deadAfter, maxLinks, errorHandler);
    }

    /** Returns these options with another time for a connection to be accepted. */
    public LinkOptions withAcceptWithin(Duration value) {
        return new LinkOptions(tls, plain, value, connectWithin, firstMessageWithin, deadAfter, maxLinks, errorHandler);
    }

    /** Returns these options with another time to connect. */
    public LinkOptions withConnectWithin(Duration value) {
        return new LinkOptions(tls, plain, acceptWithin, value, firstMessageWithin, deadAfter, maxLinks, errorHandler);
    }

    /** Returns these options with another time until the first message. */
    public LinkOptions withFirstMessageWithin(Duration value) {
        return new LinkOptions(tls, plain, acceptWithin, connectWithin, value, deadAfter, maxLinks, errorHandler);
    }

    /** Returns these options with another time of silence. */
    public LinkOptions withDeadAfter(Duration value) {
        return new LinkOptions(
                tls, plain, acceptWithin, connectWithin, firstMessageWithin, value, maxLinks, errorHandler);
    }

    /** Returns these options with another number of links. */
    public LinkOptions withMaxLinks(int value) {
        return new LinkOptions(
                tls, plain, acceptWithin, connectWithin, firstMessageWithin, deadAfter, value, errorHandler);
    }

    /** Returns these options with another error handler. */
    public LinkOptions withErrorHandler(Consumer<Throwable> value) {
        return new LinkOptions(tls, plain, acceptWithin, connectWithin, firstMessageWithin, deadAfter, maxLinks, value);
    }

    /**
     * Checks that plain TCP is allowed at an address, where there is no TLS.
     *
     * @throws NetException if it is not
     */
    void checkPlain(HostPort address) {
        if (tls.isEmpty() && plain == Plain.ON_LOOPBACK && !address.isLoopback()) {
            throw new NetException(
                    "plain TCP beyond loopback must be allowed; give certificates, or allow it address=" + address);
        }
    }
}
