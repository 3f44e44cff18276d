package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import io.millrace.net.TlsIdentity;
import io.millrace.server.AccessTokens;
import io.millrace.server.ServerLimits;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerBuilder;
import io.millrace.server.WebServerOptions;
import io.millrace.service.ComponentPort;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.RunPhase;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The server for clients of one run: it starts after the services and ends before them. */
final class ClientsRun implements SectionRun {

    /** The newest calls of a channel in which the numbers of clients are looked for. */
    private static final long MAX_READ_CALLS = 1_000_000;

    private static final int MAX_CLIENTS = 100_000;
    private static final int MAX_OUTGOING = 4_096;

    /** Connections of pages, beside those of sessions. */
    private static final int PAGE_CONNECTIONS = 256;

    private static final Duration FIRST_MESSAGE_WITHIN = Duration.ofSeconds(10);
    private static final Duration DEAD_AFTER = Duration.ofMinutes(5);

    private final ClientsSpec spec;
    private final SectionContext context;
    private volatile ClientLoop loop;
    private volatile WebServer server;
    private volatile Listener listener;

    ClientsRun(ClientsSpec spec, SectionContext context) {
        this.spec = spec;
        this.context = context;
    }

    @Override
    public void start(RunPhase phase) {
        if (phase != RunPhase.AFTER_SERVICES) {
            return;
        }
        Map<String, FollowedChannel> followed = new LinkedHashMap<>();
        spec.follow().forEach(name -> followed.put(name, new FollowedChannel(context.channel(name), hasSpares())));
        ClientNumbers numbers = new ClientNumbers(MAX_CLIENTS, EpochClock.system());
        Map<String, AppendChannel> appended = new LinkedHashMap<>();
        Map<String, ServedPort> ports = new LinkedHashMap<>();
        for (String name : spec.append()) {
            Channel channel = context.channel(name);
            numbers.read(channel, MAX_READ_CALLS);
            appended.put(
                    name,
                    AppendChannel.open(channel, context.whole().callsInto(name, context.classLoader()), hasSpares()));
            context.port(name).ifPresent(port -> ports.put(name, served(channel, port)));
        }
        loop = new ClientLoop(
                followed, appended, ports, numbers, spec.limits().maxBytes(), new ClientTaps(spec.tap()), this::failed);
        loop.start();
        try {
            AccessTokens tokens = spec.tokenFile()
                    .map(file -> AccessTokens.ofFile(context.path(file, "tokenFile")))
                    .orElse(AccessTokens.none());
            server = builder(tokens).start();
            spec.tcp().ifPresent(tcp -> listener = listen(tcp, tokens));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private ServedPort served(Channel channel, ComponentPort port) {
        return new ServedPort(channel, port, new Durable(port.output(), hasSpares()), action -> loop.later(action));
    }

    /** Returns whether a host has a spare; where that is another one, what is written here needs no other machine. */
    private boolean hasSpares() {
        return context.topology().hosts().values().stream()
                .anyMatch(host -> !host.replicas().isEmpty());
    }

    private void failed(Throwable error) {
        context.fail(new ClientsException("the server for clients has failed: " + ErrorReports.text(error), error));
    }

    private Listener listen(TcpSpec tcp, AccessTokens tokens) {
        LinkOptions options = LinkOptions.defaults()
                .withFirstMessageWithin(FIRST_MESSAGE_WITHIN)
                .withDeadAfter(DEAD_AFTER)
                .withMaxLinks(spec.limits().maxSessions())
                .withErrorHandler(error -> report("tcp", error));
        LinkOptions secured = tcp.certificate()
                .map(certificate -> options.withTls(TlsIdentity.ofPem(
                        context.path(certificate, "certificate"),
                        context.path(tcp.key().orElseThrow(), "key"),
                        context.path(tcp.trust().orElseThrow(), "trust"))))
                .orElse(options);
        TcpClients clients = new TcpClients(loop, tokens, spec.limits());
        return Listener.start(new HostPort(spec.address(), tcp.port()), secured, clients::serve);
    }

    private void report(String where, Throwable error) {
        context.report(
                Severity.WARNING,
                new ClientsException(
                        "error of the server for clients at=" + where + ": " + ErrorReports.text(error), error));
    }

    private WebServerBuilder builder(AccessTokens tokens) {
        ClientLimits limits = spec.limits();
        ServerLimits usual = ServerLimits.defaults();
        WebServerOptions options = WebServerOptions.loopback()
                .at(spec.address(), spec.port())
                .withHosts(spec.hosts())
                .withOrigins(spec.origins())
                .withTokens(tokens)
                .withCompression(spec.compression())
                .withLimits(usual.withMaxOutgoingFrames(Math.max(MAX_OUTGOING, 2 * limits.maxInFlight()))
                        .withMaxMessageBytes(limits.maxBytes())
                        .withConnections(
                                Math.max(usual.maxConnections(), limits.maxSessions() + PAGE_CONNECTIONS),
                                limits.maxSessions())
                        .withTimeouts(usual.idleTimeout(), usual.headerTimeout(), limits.readTimeout()))
                .withErrorHandler(this::report);
        WebServerBuilder builder = WebServer.with(options);
        builder.webSocket("/clients", session -> WebSocketClient.joined(session, loop, limits));
        builder.file("/millrace.js", ClientsRun.class::getResourceAsStream, "page/millrace.js");
        spec.page().map(folder -> context.path(folder, "page")).ifPresent(folder -> {
            builder.file("/", file -> open(folder, file), "index.html");
            builder.files("/page", file -> open(folder, file), ".");
        });
        return builder;
    }

    private static InputStream open(Path folder, String file) {
        Path path = folder.resolve(file).normalize();
        try {
            return path.startsWith(folder.normalize()) && Files.isRegularFile(path) ? Files.newInputStream(path) : null;
        } catch (IOException e) {
            throw new ClientsException("cannot read a file of the page file=" + path + " reason=" + e, e);
        }
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.AFTER_SERVICES && loop != null) {
            close();
        }
    }

    /** Closes what was started: first what brings requests. */
    private void close() {
        try {
            if (listener != null) {
                listener.close();
            }
        } finally {
            try {
                if (server != null) {
                    server.close();
                }
            } finally {
                loop.close();
            }
        }
    }

    @Override
    public Optional<String> announcement() {
        Listener tcp = listener;
        return Optional.ofNullable(server).map(web -> web.uri() + (tcp == null ? "" : " and tcp://" + tcp.address()));
    }

    @Override
    public Optional<SectionHealth> health() {
        WebServer started = server;
        if (started == null) {
            return Optional.empty();
        }
        SectionHealth health = SectionHealth.of(SectionState.RUNNING).with("address", started.uri());
        Listener tcp = listener;
        if (tcp != null) {
            health = health.with("tcpAddress", tcp.address().toString());
        }
        return Optional.of(health.with("clients", Integer.toString(loop.clients()))
                .with("refused", Long.toString(started.counts().refused()))
                .with("refusedCalls", Long.toString(loop.refusedCalls()))
                .with("slowReaders", Long.toString(started.counts().slowReaders())));
    }
}
