package io.millrace.net;

import io.millrace.topology.HostCandidate;
import io.millrace.topology.HostLinks;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTransport;
import io.millrace.topology.TopologyException;
import io.millrace.topology.UnaskedHostException;
import java.time.Duration;
import java.util.List;

/** Connects the hosts of a topology over TCP: each channel that crosses is a replicated journal. */
public final class SocketTransport implements HostTransport {

    /** How long the answer of a host may take, once it has taken the connection. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    private static final List<String> GONE =
            List.of("cannot read link", "cannot write link", "the peer ended the link");

    /** Creates the transport, for the {@link java.util.ServiceLoader}. */
    public SocketTransport() {}

    @Override
    public HostLinks open(HostPlan plan, Settings settings) {
        try {
            return SocketLinks.open(
                    plan, settings, options(plan.own()).withErrorHandler(error -> report(error, settings)));
        } catch (NetException e) {
            throw new TopologyException("host cannot be opened host=" + plan.host() + ": " + e.getMessage(), e);
        }
    }

    /** Reports an error of a link, unless it is that the peer has gone, which is no news: links are made again. */
    private static void report(Throwable error, Settings settings) {
        String text = String.valueOf(error.getMessage());
        if (error instanceof NetException && GONE.stream().anyMatch(text::startsWith)) {
            System.getLogger(SocketTransport.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "a link between hosts has ended", error);
        } else {
            settings.errors().accept(error);
        }
    }

    @Override
    public HostStatus ask(HostPlan plan, HostSpec asker, Duration acceptWithin) {
        String address = plan.own().address();
        String which = " host=" + plan.site() + " address=" + address + " reason=";
        LinkOptions options;
        HostPort to;
        try {
            to = HostPort.parse(address);
            options = options(asker).withAcceptWithin(acceptWithin).withDeadAfter(ANSWER_WITHIN);
            options.checkPlain(to);
        } catch (NetException e) {
            throw new UnaskedHostException("host cannot be asked" + which + e.getMessage(), e);
        }
        LinkWatch watch = LinkWatch.start(options, "status");
        try (Link link = LinkSockets.connect(_ -> true, to, options, watch)) {
            return answer(link, address, options.tls().isPresent());
        } catch (RefusingPeerException e) {
            throw new UnaskedHostException("host cannot be asked" + which + e.getMessage(), e);
        } catch (NetException e) {
            throw new TopologyException("host does not answer" + which + e.getMessage(), e);
        } finally {
            watch.close();
        }
    }

    /**
     * Returns the answer to a question. In TLS 1.3 the side that connects learns after its handshake that its own
     * certificate is refused, and may then see no more than the end of the connection.
     */
    private static HostStatus answer(Link link, String address, boolean isProved) {
        try {
            RouteHeader.write(link, RouteHeader.address(address, StatusMessage.ROUTE), RouteHeader.Sender.NONE);
            return StatusMessage.read(link);
        } catch (RefusingPeerException e) {
            throw e;
        } catch (NetException e) {
            if (isProved && !link.isClosedHere()) {
                throw new RefusingPeerException(e.getMessage() + "; do the certificates fit?", e);
            }
            throw e;
        }
    }

    @Override
    public HostCandidate candidate(HostPlan plan, Settings settings) {
        try {
            return SocketCandidate.open(
                    plan, settings, options(plan.own()).withErrorHandler(error -> report(error, settings)));
        } catch (NetException e) {
            throw new TopologyException("spare cannot be opened site=" + plan.site() + ": " + e.getMessage(), e);
        }
    }

    private static LinkOptions options(HostSpec own) {
        LinkOptions options = LinkOptions.defaults();
        return own.hasTls()
                ? options.withTls(KnownIdentities.ofPem(
                        own.certificate().orElseThrow(),
                        own.key().orElseThrow(),
                        own.trust().orElseThrow()))
                : options;
    }
}
