package io.millrace.console;

import io.millrace.server.RefusedException;
import io.millrace.server.WebRequest;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.MessageContent;
import io.millrace.trace.MessageTrace;
import io.millrace.trace.OtherInputs;
import io.millrace.trace.TraceException;
import io.millrace.trace.TraceOptions;
import io.millrace.trace.TraceOutput;
import io.millrace.trace.TraceReading;
import io.millrace.trace.TraceStep;
import io.millrace.trace.TracedMessage;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** One message followed through the channels, as JSON. Any thread. */
final class TraceJson {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_OUTPUTS = 200;

    private TraceJson() {}

    /** Returns the answer to a request for {@code channel} and {@code index}. */
    static String answer(Subject subject, WebRequest request) {
        String channel = request.required("channel");
        String index = request.required("index");
        TraceOptions options =
                TraceOptions.defaults().withMaxOutputs(MAX_OUTPUTS).withTimeout(TIMEOUT);
        MessageTrace trace;
        try {
            ChannelSet set = subject.channelSet();
            ChannelGraph graph = subject.channelGraph();
            trace = MessageTrace.follow(set, graph, channel, MessageScan.index(index), options);
        } catch (TraceException e) {
            throw new RefusedException(404, String.valueOf(e.getMessage()));
        }
        return Json.object(json -> write(json, trace, subject, index));
    }

    private static void write(Json json, MessageTrace trace, Subject subject, String index) {
        json.object("message", () -> message(json, trace.message()));
        json.objects("path", trace.path(), step -> step(json, step));
        json.array("outputs", () -> {
            for (TraceReading reading : trace.readings()) {
                for (TraceOutput output : reading.outputs()) {
                    json.item(() -> output(json, reading, output));
                }
            }
        });
        json.objects(
                "readings",
                trace.readings(),
                reading -> json.optional("component", reading.component())
                        .optional("channel", reading.output())
                        .texts("through", reading.through())
                        .field("state", reading.state().name())
                        .field("total", reading.total())
                        .field("more", reading.hasMore())
                        .optional("lag", reading.lag()));
        json.field("complete", trace.complete())
                .texts("notes", trace.notes())
                .field("elapsedMs", trace.elapsed().toNanos() / (double) TimeUnit.MILLISECONDS.toNanos(1))
                .field(
                        "command",
                        "millrace trace " + ShellText.quoted(subject.directory()) + " "
                                + ShellText.quoted(trace.message().channel() + "@" + index));
    }

    private static void message(Json json, TracedMessage message) {
        json.field("channel", message.channel())
                .field("index", message.indexText())
                .field("external", message.source().isExternal())
                .field("content", message.content().name());
        time(json, "time", message.timeNs());
        json.optional("call", message.call())
                .field("text", message.text())
                .field("bytes", message.bytes())
                .field(
                        "readable",
                        message.content() == MessageContent.WHOLE || message.content() == MessageContent.SHORTENED)
                .field("shortened", message.content() == MessageContent.SHORTENED);
    }

    private static void time(Json json, String name, OptionalLong epochNs) {
        if (epochNs.isPresent()) {
            json.field(name, EpochTime.text(epochNs.getAsLong()));
        } else {
            json.nothing(name);
        }
    }

    private static void step(Json json, TraceStep step) {
        message(json, step.message());
        json.optional("component", step.component());
        if (step.input().isPresent()) {
            json.object(
                    "input",
                    () -> json.field("channel", step.input().get().channel())
                            .field(
                                    "index",
                                    MessageJson.index(
                                            step.input().get().source(),
                                            step.input().get().index())));
        } else {
            json.nothing("input");
        }
        time(json, "timeIn", step.timeInNs());
        time(json, "timeOut", step.timeOutNs());
        json.optional("waitingNs", step.waitingNs())
                .optional("serviceNs", step.serviceNs())
                .optional("sinceStartNs", step.sinceStartNs())
                .field("number", step.number());
        OtherInputs others = step.otherInputs();
        json.object(
                "alsoTaken",
                () -> json.optional("total", others.total())
                        .field("more", others.hasMore())
                        .objects("inputs", others.inputs(), input -> message(json, input)));
    }

    private static void output(Json json, TraceReading reading, TraceOutput output) {
        json.optional("component", reading.component()).texts("through", reading.through());
        message(json, output.message());
        json.field("kind", output.kind().name());
        time(json, "timeIn", output.timeInNs());
        json.field("number", output.number())
                .optional("waitingNs", output.waitingNs())
                .optional("serviceNs", output.serviceNs())
                .optional("afterNs", output.afterNs());
    }
}
