package io.millrace.remote;

import io.millrace.interaction.ChangeNumbers;
import io.millrace.interaction.ChannelInputs;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.InteractionServerBuilder;
import io.millrace.interaction.ServedComponent;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.TlsIdentity;
import io.millrace.server.AccessTokens;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerBuilder;
import io.millrace.server.WebServerOptions;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.RunPhase;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import io.millrace.wire.WireTypes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The served components of one run: they start after the services and end before them. */
final class InteractionsRun implements SectionRun {

    private final InteractionsSpec spec;
    private final SectionContext context;
    private final ChangeNumbers numbers = new ChangeNumbers();
    private volatile ServedLoop loop;
    private volatile InteractionServer server;
    private volatile WebServer web;
    private volatile TcpServer tcp;

    InteractionsRun(InteractionsSpec spec, SectionContext context) {
        this.spec = spec;
        this.context = context;
    }

    @Override
    public void start(RunPhase phase) {
        if (phase != RunPhase.AFTER_SERVICES) {
            return;
        }
        loop = new ServedLoop(this::failed);
        InteractionServerBuilder builder = InteractionServer.builder()
                .executor(loop)
                .errorHandler(this::report)
                .numbers(numbers);
        WireTypes types = WireTypes.none();
        for (Map.Entry<String, ServedComponent<?>> each : components().entrySet()) {
            types = types.allow(each.getValue().types().allowed().toArray(Class<?>[]::new));
            loop.add(open(each.getKey(), each.getValue(), builder));
        }
        server = builder.types(types).build();
        loop.start();
        try {
            AccessTokens tokens = spec.tokenFile()
                    .map(file -> AccessTokens.ofFile(context.path(file, "tokenFile")))
                    .orElse(AccessTokens.none());
            WebServerBuilder pages = WebServer.with(options(tokens));
            pages.webSocket("/interactions", WebSocketServer.endpoint(server));
            if (!spec.tap().isEmpty()) {
                pages.webSocket("/clients", new TapEndpoint(server, spec.tap()));
            }
            web = pages.start();
            if (spec.tcpPort().isPresent()) {
                tcp = listen(spec.tcpPort().getAsInt(), tokens);
            }
        } catch (RuntimeException | Error e) {
            stop(phase);
            throw e;
        }
    }

    /** Listens for TCP: clients show a certificate, or without TLS a token where there are any. */
    private TcpServer listen(int port, AccessTokens tokens) {
        LinkOptions plain = LinkOptions.defaults().withErrorHandler(this::report);
        LinkOptions secured = spec.tls()
                .map(tls -> plain.withTls(TlsIdentity.ofPem(
                        context.path(tls.certificate(), "certificate"),
                        context.path(tls.key(), "key"),
                        context.path(tls.trust(), "trust"))))
                .orElse(plain);
        InteractionServer serving = server;
        boolean asksForToken = spec.tls().isEmpty() && !tokens.isEmpty();
        return TcpServer.start(
                new HostPort(spec.address(), port),
                secured,
                serving.limits(),
                (transport, certified) -> asksForToken
                        ? serving.openWithToken(transport, tokens::owner)
                        : serving.openAs(transport, certified));
    }

    /** Ends the run, and the sessions at once, since no thread answers any more. */
    private void failed(Throwable error) {
        InteractionServer serving = server;
        if (serving != null) {
            serving.close();
        }
        context.fail(new RemoteException("a served component has failed: " + ErrorReports.text(error), error));
    }

    private Map<String, ServedComponent<?>> components() {
        Map<String, ServedComponent<?>> components = new LinkedHashMap<>();
        spec.serve().forEach((channel, name) -> components.put(channel, component(name)));
        return components;
    }

    private ServedComponent<?> component(String name) {
        try {
            return (ServedComponent<?>)
                    context.classLoader().loadClass(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new RemoteException(
                    "a served component is a public class with a public constructor without parameters that implements"
                            + " ServedComponent class=" + name + " reason=" + e,
                    e);
        }
    }

    /** Opens the inputs of a component, which read nothing before the loop starts. */
    private <I> ChannelInputs<I> open(String channel, ServedComponent<I> component, InteractionServerBuilder builder) {
        ChannelInputs<I> inputs = ChannelInputs.open(
                context.channel(channel), component.inputs(), component.component(), component.types(), numbers);
        component.serve(inputs, builder);
        return inputs;
    }

    private void report(Throwable error) {
        context.report(Severity.WARNING, error);
    }

    private WebServerOptions options(AccessTokens tokens) {
        return WebServerOptions.loopback()
                .at(spec.address(), spec.port())
                .withHosts(spec.hosts())
                .withOrigins(spec.origins())
                .withTokens(tokens)
                .withCompression(spec.compression())
                .withErrorHandler((where, error) -> report(new InteractionException(
                        "error of the server for interactions at=" + where + ": " + ErrorReports.text(error), error)));
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase != RunPhase.AFTER_SERVICES || loop == null) {
            return;
        }
        try {
            if (server != null) {
                server.close();
            }
            if (tcp != null) {
                tcp.close();
            }
            if (web != null) {
                web.close();
            }
        } finally {
            loop.close();
        }
    }

    @Override
    public Optional<String> announcement() {
        return Optional.ofNullable(web).map(WebServer::uri);
    }

    @Override
    public Optional<SectionHealth> health() {
        WebServer started = web;
        InteractionServer serving = server;
        if (started == null || serving == null) {
            return Optional.empty();
        }
        SectionHealth health = SectionHealth.of(SectionState.RUNNING)
                .with("address", started.uri())
                .with("sessions", Integer.toString(serving.counts().sessions()))
                .with("calls", Long.toString(serving.counts().calls()))
                .with("refused", Long.toString(serving.counts().refused()));
        TcpServer listening = tcp;
        return Optional.of(
                listening == null
                        ? health
                        : health.with("tcp", listening.address().toString()));
    }
}
