package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.journal.JournalException;
import io.millrace.server.Access;
import io.millrace.server.RefusedException;
import io.millrace.server.WebHandler;
import io.millrace.server.WebRequest;
import io.millrace.server.WebResponse;
import io.millrace.server.WebServerBuilder;
import io.millrace.service.ErrorReports;
import java.nio.file.Path;
import java.util.Optional;

/** Answers the page's requests for data. Any thread. */
final class ConsoleApi {

    /** The rates of so many channels are sent at once. */
    private static final int MAX_BUSIEST = 12;

    private final Subject subject;
    private final ConsoleModel model;
    private final StatusViews views;
    private final ConsoleOptions options;
    private final String version;

    ConsoleApi(Subject subject, ConsoleModel model, StatusViews views, ConsoleOptions options, String version) {
        this.subject = subject;
        this.model = model;
        this.views = views;
        this.options = options;
        this.version = version;
    }

    void addTo(WebServerBuilder server) {
        get(server, "/api/run", this::run);
        get(server, "/api/hosts", _ -> hosts());
        get(server, "/api/channel/*", this::channel);
        get(server, "/api/messages", this::messages);
        get(server, "/api/message", this::message);
        get(server, "/api/download", request -> MessageDownload.answer(journal(request.required("channel")), request));
        get(server, "/api/latency", this::latency);
        get(server, "/api/rates", this::rates);
        get(server, "/api/trace", request -> WebResponse.json(TraceJson.answer(subject, request)));
        get(server, "/api/view/*", request -> WebResponse.json(views.json(request.rest(), subject, request.query())));
    }

    /** Adds a route whose errors of channels are told to the page: they are of the data, not of the server. */
    private static void get(WebServerBuilder server, String path, WebHandler handler) {
        server.get(path, Access.TOKEN, request -> {
            try {
                return handler.handle(request);
            } catch (ChannelException | JournalException | InternalError e) {
                return WebResponse.error(409, "the channel cannot be read: " + ErrorReports.text(e));
            }
        });
    }

    private WebResponse run(WebRequest request) {
        return WebResponse.json(Json.object(json -> {
            json.field("title", subject.title())
                    .field("description", subject.description())
                    .field("version", version)
                    .field("live", subject.isLive())
                    .field("admin", options.mayAct(request.principal()))
                    .field("principal", request.principal())
                    .field("directory", subject.directory().toString())
                    .field("command", subject.command());
            json.object("graph", () -> subject.graph().write(json, subject::isAppendable));
            subject.hosts().ifPresent(hosts -> json.object("whole", () -> hosts.writeGraph(json)));
            json.objects(
                    "views",
                    views.of(subject),
                    view -> json.field("name", view.name()).field("title", view.title()));
        }));
    }

    private WebResponse hosts() {
        return WebResponse.json(subject.hosts()
                .map(HostsModel::json)
                .orElseThrow(() -> new RefusedException(404, "there are no hosts here: the topology has none")));
    }

    private Channel journal(String name) {
        return subject.journal(name)
                .orElseThrow(() -> new RefusedException(
                        404,
                        subject.problem(name)
                                .map(problem -> "the channel cannot be read channel=" + name + ": " + problem)
                                .orElse("there is no journal of this name channel=" + name)));
    }

    private Path path(Channel channel) {
        return channel.journal().orElseThrow().directory();
    }

    private WebResponse channel(WebRequest request) {
        String name = request.rest();
        Optional<Graph.Edge> edge = subject.graph().channels().stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
        if (edge.isPresent() && !edge.get().kind().equals("journal")) {
            return WebResponse.json(Json.object(json -> json.field("name", name)
                    .field("kind", edge.get().kind())
                    .optional("capacityBytes", edge.get().capacityBytes())));
        }
        Channel channel = journal(name);
        Graph.Edge known = edge.orElse(new Graph.Edge(name, "journal", "", "", java.util.OptionalLong.empty()));
        return WebResponse.json(Json.object(json -> ChannelDetails.write(json, channel, known, subject)));
    }

    private WebResponse messages(WebRequest request) {
        Channel channel = journal(request.required("channel"));
        return WebResponse.json(MessageScan.answer(channel, path(channel), request));
    }

    private WebResponse message(WebRequest request) {
        Channel channel = journal(request.required("channel"));
        String index = request.required("index");
        MessageFormat format = MessageFormat.of(request.parameter("format"));
        try (ChannelCursor cursor = channel.cursor()) {
            MessageDownload.seek(cursor, channel.name(), index);
            return WebResponse.json(Json.object(json -> {
                json.field("channel", channel.name());
                MessageJson.write(json, cursor, format, MessageJson.SINGLE_CHARS);
                json.field(
                        "command",
                        "millrace dump " + ShellText.quoted(path(channel)) + " --from " + index + " --history");
            }));
        }
    }

    /** Returns the rates of one channel, or of the busiest, over a time. */
    private WebResponse rates(WebRequest request) {
        RateHistory history = model.rates(RateRange.of(request.required("range")));
        return WebResponse.json(Json.object(json -> request.parameter("channel")
                .ifPresentOrElse(name -> history.write(json, name), () -> history.writeBusiest(json, MAX_BUSIEST))));
    }

    private WebResponse latency(WebRequest request) {
        String component = request.required("component");
        String key = request.parameter("measure").orElse(LatencyMeasure.END_TO_END.key());
        LatencyMeasure measure = LatencyMeasure.of(key)
                .orElseThrow(() ->
                        new RefusedException(400, "measure is none of waiting, service and endToEnd measure=" + key));
        HopLatencies hop = model.latencies(component)
                .orElseThrow(() -> new RefusedException(
                        404, "there is no component of this name that writes a journal component=" + component));
        LatencySeries series = hop.series(measure);
        return WebResponse.json(Json.object(json -> {
            json.field("component", component).field("unit", "ns").field("measure", measure.key());
            json.objects("windows", series.windows(), window -> {
                json.field("at", EpochTime.text(window.atNs()));
                window.percentiles().write(json);
            });
            json.object("total", () -> {
                for (LatencyMeasure each : LatencyMeasure.values()) {
                    json.object(each.key(), () -> hop.series(each).total().write(json));
                }
            });
            json.objects(
                    "distribution",
                    series.distribution(),
                    bar -> json.field("upTo", bar.upToNs()).field("count", bar.count()));
        }));
    }
}
