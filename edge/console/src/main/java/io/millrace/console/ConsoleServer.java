package io.millrace.console;

import io.millrace.server.Access;
import io.millrace.server.AccessTokens;
import io.millrace.server.ServerCounts;
import io.millrace.server.ServerLimits;
import io.millrace.server.WebErrorHandler;
import io.millrace.server.WebResponse;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerBuilder;
import io.millrace.server.WebServerOptions;
import io.millrace.topology.SectionPage;
import io.millrace.topology.StatusView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The page of one subject: the model that samples it, the feed to the pages, and the server. */
final class ConsoleServer implements AutoCloseable {

    private static final Duration LAST_STATE_WITHIN = Duration.ofSeconds(1);

    private final Subject subject;
    private final ConsoleModel model;
    private final LiveFeed feed;
    private final WebServer server;
    private final boolean hasToken;

    private ConsoleServer(Subject subject, ConsoleModel model, LiveFeed feed, WebServer server, AccessTokens tokens) {
        this.hasToken = !tokens.isEmpty();
        this.subject = subject;
        this.model = model;
        this.feed = feed;
        this.server = server;
    }

    /**
     * Starts the server and the model.
     *
     * @param subject what is shown; closed with the server, also where this throws
     * @param options how it listens
     * @param pages what other sections offer to programs
     * @param views what other sections show
     * @param errors the errors that the page shows
     * @param handler learns of errors of the server
     */
    static ConsoleServer start(
            Subject subject,
            ConsoleOptions options,
            List<SectionPage> pages,
            List<StatusView> views,
            ErrorLog errors,
            WebErrorHandler handler) {
        LiveFeed feed = new LiveFeed(subject, System::nanoTime);
        ConsoleModel model = new ConsoleModel(subject, errors, feed::publish);
        try {
            WebServerBuilder server = WebServer.with(serverOptions(options, handler));
            new ConsoleApi(subject, model, StatusViews.find(views), options, version()).addTo(server);
            if (options.access() == ConsoleAccess.ADMIN) {
                new AdminActions(subject, options).addTo(server);
            }
            server.file("/", ConsoleServer.class::getResourceAsStream, "page/index.html")
                    .files("/page", ConsoleServer.class::getResourceAsStream, "page")
                    .webSocket("/live", feed);
            pages.forEach(page -> server.get(page.path(), Access.TOKEN, _ -> answer(page)));
            WebServer started = server.start();
            model.start();
            return new ConsoleServer(subject, model, feed, started, options.tokens());
        } catch (RuntimeException | Error e) {
            subject.close();
            throw e;
        }
    }

    private static WebResponse answer(SectionPage page) {
        return page.text()
                .get()
                .map(text -> WebResponse.bytes(page.contentType(), text.getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> WebResponse.error(503, "there is nothing to show now path=" + page.path()));
    }

    private static WebServerOptions serverOptions(ConsoleOptions options, WebErrorHandler handler) {
        WebServerOptions server = WebServerOptions.loopback()
                .at(options.address(), options.port())
                .withHosts(options.hosts())
                .withLimits(ServerLimits.defaults())
                .withErrorHandler(handler);
        return server.withTokens(options.tokens());
    }

    private static String version() {
        return Optional.ofNullable(ConsoleServer.class.getPackage().getImplementationVersion())
                .orElse("0.1");
    }

    String uri() {
        return server.uri();
    }

    /** Returns the address for people. */
    String announcement() {
        return server.uri() + (hasToken ? " (enter by " + server.uri() + "?token=TOKEN)" : "");
    }

    int pages() {
        return feed.pages();
    }

    ServerCounts counts() {
        return server.counts();
    }

    /** Shows the last state, to all pages that draw it within a second; then ends the server and what it reads. */
    @Override
    public void close() {
        try {
            model.close();
            feed.settle(LAST_STATE_WITHIN);
        } finally {
            try {
                server.close();
            } finally {
                subject.close();
            }
        }
    }
}
