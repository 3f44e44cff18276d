package io.millrace.telemetry;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.service.ErrorRecords;
import io.millrace.topology.Topology;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/**
 * Makes the spans of messages from their histories: one for the newest hop of a message, which led from its input to
 * itself, and one for each hop before it whose result is in a queue, since no journal has a message for that one. Spans
 * hold names, indexes and times, and nothing of the content of a message. Immutable.
 */
final class HopSpans {

    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> CHANNEL = AttributeKey.stringKey("millrace.channel");
    private static final AttributeKey<String> COMPONENT = AttributeKey.stringKey("millrace.component");
    private static final AttributeKey<String> INDEX = AttributeKey.stringKey("millrace.index");
    private static final AttributeKey<String> CALL = AttributeKey.stringKey("millrace.call");

    private final Topology topology;
    private final Resource resource;
    private final long oneIn;

    HopSpans(Topology topology, long oneIn) {
        this.topology = topology;
        this.resource = Resource.create(Attributes.of(SERVICE, topology.name()));
        this.oneIn = oneIn;
    }

    /**
     * Adds the spans of the call at a cursor, if its trace is one of those that are exported.
     *
     * @param id the journal of the cursor
     * @param cursor a cursor at a call
     * @param to gets the spans
     */
    void add(JournalId id, ChannelCursor cursor, List<SpanData> to) {
        History history = cursor.history();
        SpanIds.Trace trace = SpanIds.trace(id, cursor.index(), history);
        if (!trace.isSampled(oneIn)) {
            return;
        }
        int last = history.size() - 1;
        long startNs = last < 0 ? cursor.timeNs() : history.timeInNs(last);
        long endNs = last < 0 ? cursor.timeNs() : history.timeOutNs(last);
        String call = cursor.schema().methodName();
        to.add(span(
                trace,
                SpanIds.span(id, cursor.index()),
                parent(trace, history, last),
                cursor.channel(),
                Index.toText(cursor.index()),
                call,
                isError(cursor) ? StatusData.error() : StatusData.unset(),
                startNs,
                endNs));
        for (int hop = last; hop > 0 && history.source(hop).isExternal(); hop--) {
            String queue = history.source(hop).name();
            to.add(span(
                    trace,
                    SpanIds.span(trace, queue, history.index(hop)),
                    parent(trace, history, hop - 1),
                    queue,
                    Long.toString(history.index(hop)),
                    "",
                    StatusData.unset(),
                    history.timeInNs(hop - 1),
                    history.timeOutNs(hop - 1)));
        }
    }

    /** Returns whether a call is the record that its component threw. */
    private static boolean isError(ChannelCursor cursor) {
        return cursor.schema().interfaceName().equals(ErrorRecords.class.getName());
    }

    /** Returns the span of the input of a hop; that of the item of a source outside has none. */
    private static SpanContext parent(SpanIds.Trace trace, History history, int hop) {
        if (hop < 0 || (hop == 0 && history.source(0).isExternal())) {
            return SpanContext.getInvalid();
        }
        Source source = history.source(hop);
        return source.isExternal()
                ? context(trace, SpanIds.span(trace, source.name(), history.index(hop)))
                : context(trace, SpanIds.span(source.journalId().orElseThrow(), history.index(hop)));
    }

    private static SpanContext context(SpanIds.Trace trace, long span) {
        return SpanContext.create(trace.text(), SpanIds.text(span), TraceFlags.getSampled(), TraceState.getDefault());
    }

    private SpanData span(
            SpanIds.Trace trace,
            long id,
            SpanContext parent,
            String channel,
            String index,
            String call,
            StatusData status,
            long startNs,
            long endNs) {
        String component = topology.writerOf(channel).orElse("");
        AttributesBuilder attributes =
                Attributes.builder().put(CHANNEL, channel).put(INDEX, index);
        if (!component.isEmpty()) {
            attributes.put(COMPONENT, component);
        }
        if (!call.isEmpty()) {
            attributes.put(CALL, call);
        }
        String name = component.isEmpty() ? channel : component;
        return new HopSpan(
                call.isEmpty() ? name : name + " " + call,
                context(trace, id),
                parent,
                startNs,
                Math.max(startNs, endNs),
                attributes.build(),
                status,
                resource);
    }
}
