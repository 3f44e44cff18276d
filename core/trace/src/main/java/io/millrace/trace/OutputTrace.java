package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.PositionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds what the readers of a message have done with it, and what came of that. For one thread. */
final class OutputTrace {

    private final TraceSession session;
    private final MessageReader messages;
    private List<Hop> firstHistory = List.of();
    private boolean firstLeftOut;

    OutputTrace(TraceSession session, MessageReader messages) {
        this.session = session;
        this.messages = messages;
    }

    /** Returns what each reader of a message's channel has done with it. */
    List<TraceReading> readings(TracedMessage message) {
        return readings(message, message.timeNs(), session.options.depth());
    }

    /** Returns the history of the first output that was found, whose last hop is the message itself. */
    List<Hop> firstHistory() {
        return firstHistory;
    }

    /** Returns whether that history lacks its older hops. */
    boolean firstLeftOut() {
        return firstLeftOut;
    }

    private List<TraceReading> readings(TracedMessage message, OptionalLong startNs, int depth) {
        List<TraceReading> readings = new ArrayList<>();
        if (depth <= 0) {
            return readings;
        }
        for (ChannelGraph.Reading reading : session.graph.readings(message.channel())) {
            readings.add(session.orNote(
                    "cannot search the outputs of a message message=" + message.position() + " channel="
                            + reading.output(),
                    () -> unknown(reading),
                    () -> search(reading, message, startNs, depth)));
        }
        for (GraphComponent component : session.graph.unseenReaders(message.channel())) {
            session.notes.remark("what a component did with a message is not known, since no journal holds its outputs"
                    + " component=" + component.name().orElse("") + " message=" + message.position() + " writes="
                    + component.writes());
        }
        session.orNote(
                "cannot read named positions channel=" + message.channel(),
                () -> false,
                () -> readings.addAll(positions(message)));
        return readings;
    }

    private static TraceReading unknown(ChannelGraph.Reading reading) {
        return new TraceReading(
                reading.component(),
                Optional.of(reading.output()),
                reading.through(),
                ReadingState.UNKNOWN,
                0,
                List.of(),
                OptionalLong.empty());
    }

    private TraceReading search(ChannelGraph.Reading reading, TracedMessage message, OptionalLong startNs, int depth) {
        Optional<Channel> output = session.set.channel(reading.output());
        if (output.isEmpty()) {
            String problem = session.set.problems().get(reading.output());
            session.notes.missing("outputs cannot be searched in a channel that cannot be read channel="
                    + reading.output() + (problem == null ? "" : " reason=" + problem));
            return unknown(reading);
        }
        List<TraceOutput> outputs = new ArrayList<>();
        OutputSearch search = new OutputSearch(session, output.get(), message, reading.through());
        ReadingState state = search.run(new OutputSearch.Found() {
            @Override
            public void accept(ChannelCursor cursor) {
                add(cursor, output.get(), message, startNs, outputs);
            }

            @Override
            public void restart() {
                session.forgetOutputs(outputs.size());
                outputs.clear();
            }
        });
        OptionalLong lag = state == ReadingState.UNREAD ? lag(message, search.lastTaken()) : OptionalLong.empty();
        List<TraceOutput> followed = outputs;
        if (depth > 1) {
            followed = outputs.stream()
                    .map(each -> withReadings(each, readings(each.message(), startNs, depth - 1)))
                    .toList();
        }
        return new TraceReading(
                reading.component(),
                Optional.of(reading.output()),
                reading.through(),
                state,
                search.total(),
                followed,
                lag);
    }

    private static TraceOutput withReadings(TraceOutput output, List<TraceReading> readings) {
        return new TraceOutput(
                output.message(),
                output.kind(),
                output.number(),
                output.timeInNs(),
                output.waitingNs(),
                output.serviceNs(),
                output.afterNs(),
                readings);
    }

    private OptionalLong lag(TracedMessage message, long lastTaken) {
        Optional<Journal> journal = session.channel(message.source()).flatMap(Channel::journal);
        return lastTaken == Index.NONE || journal.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(journal.get().messagesBetween(lastTaken + 1, message.index() + 1));
    }

    private void add(
            ChannelCursor cursor,
            Channel channel,
            TracedMessage input,
            OptionalLong startNs,
            List<TraceOutput> outputs) {
        History history = cursor.history();
        if (firstHistory.isEmpty()) {
            firstHistory = Hop.of(history);
            firstLeftOut = history.olderLeftOut();
        }
        if (outputs.size() >= session.options.maxOutputs()) {
            return;
        }
        if (!session.mayShowOutput()) {
            session.notes.missing("more outputs are not shown limit=" + session.options.maxTotalOutputs());
            return;
        }
        TracedMessage message = messages.at(cursor, channel.source());
        int newest = history.size() - 1;
        long inNs = history.timeInNs(newest);
        long outNs = history.timeOutNs(newest);
        OptionalLong inputNs = newest > 0 ? OptionalLong.of(history.timeOutNs(newest - 1)) : input.timeNs();
        outputs.add(new TraceOutput(
                message,
                OutputKind.of(message),
                cursor.number(),
                OptionalLong.of(inNs),
                between(inputNs, inNs),
                between(OptionalLong.of(inNs), outNs),
                between(startNs, outNs),
                List.of()));
    }

    private static OptionalLong between(OptionalLong fromNs, long untilNs) {
        return fromNs.isPresent() ? OptionalLong.of(Math.max(0, untilNs - fromNs.getAsLong())) : OptionalLong.empty();
    }

    /** Returns the readers that are no services: those that hold a named position in the channel of a message. */
    private List<TraceReading> positions(TracedMessage message) {
        List<TraceReading> readings = new ArrayList<>();
        Optional<Journal> journal = session.channel(message.source()).flatMap(Channel::journal);
        if (journal.isEmpty()) {
            return readings;
        }
        journal.get().positions().forEach((name, state) -> {
            if (RestartPosition.service(name).isEmpty()) {
                readings.add(position(name, state, message));
            }
        });
        return readings;
    }

    private TraceReading position(String name, PositionState position, TracedMessage message) {
        boolean passed = position.index() >= message.index();
        return new TraceReading(
                Optional.of(name),
                Optional.empty(),
                List.of(),
                passed ? ReadingState.PASSED : ReadingState.UNREAD,
                0,
                List.of(),
                passed ? OptionalLong.empty() : lag(message, position.index()));
    }
}
