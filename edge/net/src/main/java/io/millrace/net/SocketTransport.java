package io.millrace.net;

import io.millrace.topology.HostCandidate;
import io.millrace.topology.HostLinks;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTransport;
import io.millrace.topology.TopologyException;
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
        try {
            LinkOptions options = options(asker).withAcceptWithin(acceptWithin).withDeadAfter(ANSWER_WITHIN);
            HostPort to = HostPort.parse(address);
            options.checkPlain(to);
            LinkWatch watch = LinkWatch.start(options, "status");
            try (Link link = LinkSockets.connect(_ -> true, to, options, watch)) {
                RouteHeader.write(link, RouteHeader.address(address, StatusMessage.ROUTE), RouteHeader.Sender.NONE);
                return StatusMessage.read(link);
            } finally {
                watch.close();
            }
        } catch (NetException e) {
            throw new TopologyException(
                    "host does not answer host=" + plan.site() + " address=" + address + " reason=" + e.getMessage(),
                    e);
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
                ? options.withTls(TlsIdentity.ofPem(
                        own.certificate().orElseThrow(),
                        own.key().orElseThrow(),
                        own.trust().orElseThrow()))
                : options;
    }
}
