package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.server.ServerLimits;
import io.millrace.server.TokenFile;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The server for clients of one run: it starts after the services and ends before them. */
final class ClientsRun implements SectionRun {

    /** The newest calls of a channel in which the numbers of clients are looked for. */
    private static final long MAX_READ_CALLS = 1_000_000;

    private static final int MAX_CLIENTS = 100_000;
    private static final int MAX_OUTGOING = 4_096;

    private final ClientsSpec spec;
    private final SectionContext context;
    private volatile ClientLoop loop;
    private volatile WebServer server;

    ClientsRun(ClientsSpec spec, SectionContext context) {
        this.spec = spec;
        this.context = context;
    }

    @Override
    public void start(RunPhase phase) {
        if (phase != RunPhase.AFTER_SERVICES) {
            return;
        }
        Map<String, Channel> followed = new LinkedHashMap<>();
        spec.follow().forEach(name -> followed.put(name, context.channel(name)));
        ClientNumbers numbers = new ClientNumbers(MAX_CLIENTS);
        Map<String, AppendChannel> appended = new LinkedHashMap<>();
        for (String name : spec.append()) {
            Channel channel = context.channel(name);
            numbers.read(channel, MAX_READ_CALLS);
            appended.put(name, AppendChannel.open(channel, context.topology().callsInto(name, context.classLoader())));
        }
        loop = new ClientLoop(
                followed,
                appended,
                numbers,
                EpochClock.system(),
                ServerLimits.defaults().maxMessageBytes(),
                this::failed);
        loop.start();
        try {
            server = builder().start();
        } catch (RuntimeException | Error e) {
            loop.close();
            throw e;
        }
    }

    private void failed(Throwable error) {
        context.fail(new ClientsException("the server for clients has failed: " + ErrorReports.text(error), error));
    }

    private WebServerBuilder builder() {
        WebServerOptions options = WebServerOptions.loopback()
                .at(spec.address(), spec.port())
                .withHosts(spec.hosts())
                .withOrigins(spec.origins())
                .withLimits(ServerLimits.defaults().withMaxOutgoingFrames(MAX_OUTGOING))
                .withErrorHandler((where, error) -> context.report(
                        Severity.WARNING,
                        new ClientsException(
                                "error of the server for clients at=" + where + ": " + ErrorReports.text(error),
                                error)));
        WebServerBuilder builder = WebServer.with(spec.tokenFile()
                .map(file -> options.withToken(TokenFile.read(context.path(file, "tokenFile"))))
                .orElse(options));
        builder.webSocket("/clients", session -> {
            ClientSession client = new ClientSession(session, loop);
            loop.joined(client);
            return client;
        });
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
        if (phase == RunPhase.AFTER_SERVICES && server != null) {
            try {
                server.close();
            } finally {
                loop.close();
            }
        }
    }

    @Override
    public Optional<String> announcement() {
        return Optional.ofNullable(server).map(WebServer::uri);
    }

    @Override
    public Optional<SectionHealth> health() {
        WebServer started = server;
        if (started == null) {
            return Optional.empty();
        }
        return Optional.of(SectionHealth.of(SectionState.RUNNING)
                .with("address", started.uri())
                .with("clients", Integer.toString(loop.clients()))
                .with("refused", Long.toString(started.counts().refused()))
                .with("slowReaders", Long.toString(started.counts().slowReaders())));
    }
}
