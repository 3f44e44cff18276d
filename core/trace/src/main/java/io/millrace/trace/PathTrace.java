package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Follows a message back to its source. Its history names the triggering inputs and all times; what the messages say is
 * read from their channels. A history holds 64 hops at most: where older ones were left out, the oldest message that it
 * names continues with its own. For one thread.
 */
final class PathTrace {

    /** Messages of one chain at most, which only a cycle of components can reach. */
    private static final int MAX_STEPS = 1_000;

    private final TraceSession session;
    private final MessageReader messages;
    private final OtherInputsReader others;

    PathTrace(TraceSession session, MessageReader messages) {
        this.session = session;
        this.messages = messages;
        this.others = new OtherInputsReader(session, messages);
    }

    /** Returns the chain that ends with a message, from the source on. */
    List<TraceStep> of(TracedMessage message, List<Hop> history, boolean olderLeftOut) {
        List<Hop> hops = olderLeftOut ? extended(message, history) : history;
        List<TraceStep> steps = new ArrayList<>();
        if (hops.isEmpty()) {
            steps.add(start(message));
            return steps;
        }
        Hop oldest = hops.getFirst();
        long startNs = oldest.inNs();
        OptionalLong writtenNs = OptionalLong.empty();
        if (!oldest.source().isExternal()) {
            TracedMessage first = messages.read(oldest.source(), oldest.index());
            steps.add(start(first));
            writtenNs = first.timeNs();
            startNs = writtenNs.orElse(startNs);
        }
        for (int hop = 0; hop < hops.size(); hop++) {
            Hop made = hops.get(hop);
            boolean isLast = hop == hops.size() - 1;
            TracedMessage result = isLast ? message : read(hops.get(hop + 1), made.outNs());
            steps.add(step(
                    made,
                    result,
                    writtenNs,
                    startNs,
                    hop == 0 && oldest.source().isExternal()));
            writtenNs = OptionalLong.of(made.outNs());
        }
        return steps;
    }

    /** Returns hops with those before them that the oldest message names in turn. */
    private List<Hop> extended(TracedMessage message, List<Hop> history) {
        List<Hop> hops = new ArrayList<>(history);
        boolean leftOut = true;
        while (leftOut && hops.size() < MAX_STEPS) {
            Hop oldest = hops.getFirst();
            Optional<Channel> channel = session.channel(oldest.source());
            if (channel.isEmpty()) {
                break; // a note about its message follows
            }
            List<Hop> older = new ArrayList<>();
            leftOut = session.orNote(
                    "cannot read the history of a message channel=" + session.set.name(oldest.source()),
                    () -> true,
                    () -> {
                        ChannelCursor cursor = session.reader(channel.get());
                        if (MessageReader.move(cursor, oldest.index()) != MessageContent.WHOLE) {
                            return true;
                        }
                        older.addAll(Hop.of(cursor.history()));
                        return cursor.history().olderLeftOut();
                    });
            if (older.isEmpty()) {
                break;
            }
            hops.addAll(0, older);
        }
        if (leftOut) {
            session.notes.missing("the chain has older steps, which are not known message=" + message.position()
                    + " steps=" + hops.size() + " limit=" + MAX_STEPS);
        }
        return hops;
    }

    private TracedMessage read(Hop hop, long writtenNs) {
        TracedMessage read = messages.read(hop.source(), hop.index());
        if (read.timeNs().isPresent() && read.timeNs().getAsLong() != writtenNs) {
            session.notes.missing("a message was written at another time than the history says, so its channel is not"
                    + " the one that was read then message=" + read.position());
        }
        return read.withTime(OptionalLong.of(writtenNs));
    }

    /** Returns the step of a message without an input. */
    private TraceStep start(TracedMessage message) {
        OptionalLong sinceStartNs = message.timeNs().isPresent() ? OptionalLong.of(0) : OptionalLong.empty();
        return new TraceStep(
                message,
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                message.timeNs(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                sinceStartNs,
                0,
                OtherInputs.NONE);
    }

    private TraceStep step(Hop made, TracedMessage result, OptionalLong writtenNs, long startNs, boolean isItem) {
        OptionalLong waitingNs = isItem || writtenNs.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, made.inNs() - writtenNs.getAsLong()));
        Source source = made.source();
        Optional<String> component = isItem
                ? Optional.of(source.name())
                : session.graph.writerOf(result.channel()).flatMap(GraphComponent::name);
        Group group = result.source().isExternal() ? Group.UNKNOWN : others.of(result);
        return new TraceStep(
                result,
                component,
                Optional.of(new TraceInput(session.set.name(source), source, made.index())),
                OptionalLong.of(made.inNs()),
                OptionalLong.of(made.outNs()),
                waitingNs,
                OptionalLong.of(Math.max(0, made.outNs() - made.inNs())),
                OptionalLong.of(Math.max(0, made.outNs() - startNs)),
                group.number(),
                group.otherInputs());
    }
}
