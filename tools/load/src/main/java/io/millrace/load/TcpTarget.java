package io.millrace.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A server that answers each request with one answer, in the order of the requests. Each session has one connection, or
 * one for each request in flight.
 */
final class TcpTarget implements Target {
    private static final int LEAST_ANSWER = 16;
    private static final int LONGEST_BYTES = 1 << 24;
    private static final int IN_FLIGHT = 16_384;
    private static final int CONNECTIONS = 256;
    private static final int MOST_IN_FLIGHT = 100_000;
    private static final int MAX_PORT = 65_535;

    private final String host;
    private final int port;
    private final TcpFraming framing;
    private final ByteOrder order;
    private final int sizeBytes;
    private final boolean isKept;
    private final int inFlight;
    private final int longestBytes;
    private final Optional<Pattern> failure;

    private TcpTarget(TargetOptions options, String host, int port) {
        this.host = host;
        this.port = port;
        this.framing =
                choice(options, "framing", "lines", "length").equals("lines") ? TcpFraming.LINES : TcpFraming.LENGTH;
        this.order = choice(options, "order", "big", "little").equals("big")
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN;
        this.sizeBytes = (int) options.number("sizeBytes", 64, Long.BYTES, LONGEST_BYTES);
        this.isKept = choice(options, "connection", "kept", "each").equals("kept");
        this.inFlight = (int) options.number("in-flight", isKept ? IN_FLIGHT : CONNECTIONS, 1, MOST_IN_FLIGHT);
        this.longestBytes = (int) options.number("longestBytes", 1 << 16, LEAST_ANSWER, LONGEST_BYTES);
        this.failure = failure(options);
        String foreign = framing == TcpFraming.LINES ? "order" : "fail";
        if (options.values().containsKey(foreign)
                || (framing == TcpFraming.LINES && options.values().containsKey("sizeBytes"))) {
            throw new LoadException("option is for another framing option="
                    + (options.values().containsKey(foreign) ? foreign : "sizeBytes") + " framing="
                    + framing.text());
        }
    }

    static TcpTarget of(TargetOptions options) {
        options.allow("framing", "order", "sizeBytes", "connection", "in-flight", "longestBytes", "fail");
        String address = options.address();
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? "" : address.substring(0, colon);
        boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        if (isBracketed) {
            host = host.substring(1, host.length() - 1);
        }
        int port = colon < 0 ? 0 : port(address.substring(colon + 1));
        if (host.isBlank() || port < 1 || (host.indexOf(':') >= 0 && !isBracketed)) {
            throw new LoadException("target is not HOST:PORT with a port of 1 to " + MAX_PORT + " target="
                    + options.url() + " examples=[tcp:127.0.0.1:7000, tcp:[::1]:7000]");
        }
        return new TcpTarget(options, host, port);
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port <= MAX_PORT ? port : 0;
        } catch (NumberFormatException e) {
            return 0; // reported with the whole address
        }
    }

    private static String choice(TargetOptions options, String name, String usual, String other) {
        String wanted = options.value(name, usual);
        if (!wanted.equals(usual) && !wanted.equals(other)) {
            throw new LoadException(
                    "option out of range " + name + "=" + wanted + " known=[" + usual + ", " + other + "]");
        }
        return wanted;
    }

    private static Optional<Pattern> failure(TargetOptions options) {
        try {
            return Optional.ofNullable(options.values().get("fail")).map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            throw new LoadException("not a regular expression fail=" + options.value("fail", ""), e);
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) throws IOException {
        TcpRequests requests = new TcpRequests(operations, framing, order, sizeBytes);
        InetSocketAddress address = TargetAddress.find(host, port);
        Selector selector = Selector.open();
        if (!isKept) {
            return new NewTcpSession(selector, address, requests, this::answers, inFlight);
        }
        KeptTcpSession session = new KeptTcpSession(selector, address, requests, answers(), inFlight);
        try {
            session.connect();
            return session;
        } catch (IOException e) {
            session.close();
            throw new LoadException("cannot connect address=" + host + ":" + port + " reason=" + e, e);
        }
    }

    private TcpAnswers answers() {
        return framing == TcpFraming.LINES
                ? new LineAnswers(longestBytes, failure)
                : new LengthAnswers(longestBytes, order);
    }
}
