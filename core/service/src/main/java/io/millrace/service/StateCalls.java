package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A component's state as calls between two marks, in whatever channel it stands: begins it, says whether it can be
 * used, and gives it back to a component.
 */
final class StateCalls {

    private final String service;
    private final Channel channel;
    private Object component;
    private final Class<?> type;

    /** Null where the component answers no client. */
    private final AnswerTable answers;

    private final InputReaders inputs;
    private final ChannelWriter output;
    private final Wire wire = Wire.of(WireTypes.none());

    /** Takes the channel of the calls, the component, which implements {@code type}, and its inputs and output. */
    StateCalls(
            String service,
            Channel channel,
            Object component,
            Class<?> type,
            InputReaders inputs,
            ChannelWriter output,
            AnswerTable answers) {
        this.answers = answers;
        this.service = service;
        this.channel = channel;
        this.component = component;
        this.type = type;
        this.inputs = inputs;
        this.output = output;
    }

    /** Takes the place of the component by another one of the same class. */
    void component(Object other) {
        component = other;
    }

    /**
     * Writes what is remembered of clients; it is in front of the calls of the component.
     *
     * @param state writes to the channel
     */
    void writeAnswers(ChannelWriter state) {
        if (answers != null && !answers.isEmpty()) {
            answers.snapshot(state.as(AnswerTableCalls.class));
        }
    }

    /** Returns the mark that begins the present state. */
    SnapshotMark begin() {
        List<Position> positions = new ArrayList<>();
        for (int input = 0; input < inputs.size(); input++) {
            positions.add(new Position(inputs.channel(input).source(), inputs.taken(input)));
        }
        return new SnapshotMark(Edge.BEGIN, output.target().source(), output.lastIndex(), positions, Index.NONE, 0);
    }

    /** Returns whether everything that a mark names exists: what was lost is never found again. */
    boolean isUsable(SnapshotMark mark) {
        return objection(mark).isEmpty();
    }

    /** Returns why the state of a mark cannot be used, as {@code key=value}; empty where it can. */
    Optional<String> objection(SnapshotMark mark) {
        Source written = output.target().source();
        if (!mark.output().sameStream(written)) {
            return Optional.of("madeForOutput=" + mark.output() + " output=" + written);
        }
        for (Position position : mark.positions()) {
            Channel input = inputs.channel(inputs.indexOf(position.source()));
            if (!has(input, position.index())) {
                return Optional.of("missingInput=" + InputPosition.text(input.source(), position.index()));
            }
        }
        return unreadable(mark);
    }

    /** Returns which call of a state the component cannot take, since another version of it has written that state. */
    private Optional<String> unreadable(SnapshotMark end) {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.seekAfter(end.begin());
            CallSchema last = null;
            long calls = 0;
            for (Entry entry = cursor.next(); calls < end.calls() && entry != Entry.END; entry = cursor.next()) {
                if (entry != Entry.CALL || cursor.isAnswer()) {
                    continue;
                }
                calls++;
                if (!cursor.schema().equals(last)) {
                    last = cursor.schema();
                    Optional<String> reason = unreadable(last, cursor.index());
                    if (reason.isPresent()) {
                        return Optional.of("unreadable=" + channel.name() + "@" + Index.toText(cursor.index())
                                + " method=" + last.methodName() + " reason=" + reason.get());
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Decodes one call of a schema: that a type does not fit shows when a value is read. */
    private Optional<String> unreadable(CallSchema written, long index) {
        Object nothing =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> null);
        try (ChannelReader reader = channel.reader(nothing, ReaderOptions.defaults(), type)) {
            if (wire.callDecoder(written, type).isEmpty()) {
                return Optional.of("\"" + type.getName() + " has no such method\"");
            }
            reader.seek(index);
            reader.poll();
            return Optional.empty();
        } catch (WireException e) {
            return Optional.of("\"" + e.getMessage() + "\"");
        }
    }

    static boolean has(Channel channel, long index) {
        if (index == Index.NONE || channel instanceof TimeChannel) {
            return true;
        }
        try (ChannelCursor cursor = channel.cursor()) {
            return cursor.seek(index) == SeekResult.FOUND;
        }
    }

    /** Makes the calls before an end mark on the component, and moves the inputs after what the mark contains. */
    void restore(SnapshotMark end) {
        if (answers != null) {
            restoreAnswers(end);
        }
        try (ChannelCursor cursor = channel.cursor();
                ChannelReader reader = channel.reader(component, ReaderOptions.defaults(), type)) {
            cursor.seekAfter(end.begin());
            long readable = 0;
            if (end.calls() > 0) {
                requireCall(cursor, end, 0);
                reader.seek(cursor.index());
                readable = cursor.subject().isEmpty() ? end.calls() : readable(cursor, end);
            }
            for (long call = 0; call < readable; call++) {
                if (reader.poll() != Poll.MESSAGE) {
                    throw fewer(end, call);
                }
            }
        }
        for (Position position : end.positions()) {
            inputs.continueAfter(inputs.indexOf(position.source()), position.index());
        }
    }

    /**
     * Returns how many calls of a state can be read, from the first one at the cursor on: those whose keys were deleted
     * are left out, and the component continues without what they say.
     */
    private long readable(ChannelCursor cursor, SnapshotMark end) {
        long readable = cursor.isReadable() ? 1 : 0;
        for (long call = 1; call < end.calls(); call++) {
            requireCall(cursor, end, call);
            readable += cursor.isReadable() ? 1 : 0;
        }
        if (readable < end.calls()) {
            System.getLogger(StateCalls.class.getPackageName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a state is restored without the calls whose keys were deleted service=" + service
                                    + " channel=" + channel.name() + " begin=" + Index.toText(end.begin()) + " calls="
                                    + end.calls() + " forgotten=" + (end.calls() - readable));
        }
        return readable;
    }

    /** Moves a cursor to the next call of a state. */
    private void requireCall(ChannelCursor cursor, SnapshotMark end, long found) {
        Entry entry = cursor.next();
        while (entry != Entry.CALL || cursor.isAnswer()) {
            if (entry == Entry.END) {
                throw fewer(end, found);
            }
            entry = cursor.next();
        }
    }

    private void restoreAnswers(SnapshotMark end) {
        answers.clear();
        try (ChannelCursor cursor = channel.cursor();
                ChannelReader reader = channel.reader(answers, ReaderOptions.defaults(), AnswerTableCalls.class)) {
            cursor.seekAfter(end.begin());
            Entry entry = cursor.next();
            while (entry == Entry.CALL && cursor.isAnswer()) {
                reader.seek(cursor.index());
                if (reader.poll() != Poll.MESSAGE) {
                    throw new ServiceException("cannot read a record of a snapshot service=" + service + " channel="
                            + channel.name() + " index=" + Index.toText(cursor.index()));
                }
                entry = cursor.next();
            }
        }
    }

    private ServiceException fewer(SnapshotMark mark, long found) {
        return new ServiceException(
                "a snapshot has fewer calls than its mark says service=" + service + " channel=" + channel.name()
                        + " begin=" + Index.toText(mark.begin()) + " calls=" + mark.calls() + " found=" + found);
    }
}
