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
    private final Object component;
    private final Class<?> type;
    private final InputReaders inputs;
    private final ChannelWriter output;

    /** Takes the channel of the calls, the component, which implements {@code type}, and its inputs and output. */
    StateCalls(
            String service,
            Channel channel,
            Object component,
            Class<?> type,
            InputReaders inputs,
            ChannelWriter output) {
        this.service = service;
        this.channel = channel;
        this.component = component;
        this.type = type;
        this.inputs = inputs;
        this.output = output;
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
        return Optional.empty();
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
        try (ChannelCursor cursor = channel.cursor();
                ChannelReader reader = channel.reader(component, ReaderOptions.defaults(), type)) {
            cursor.seekAfter(end.begin());
            if (end.calls() > 0) {
                Entry entry = cursor.next();
                while (entry != Entry.CALL) {
                    if (entry == Entry.END) {
                        throw fewer(end, 0);
                    }
                    entry = cursor.next();
                }
                reader.seek(cursor.index());
            }
            for (long call = 0; call < end.calls(); call++) {
                if (reader.poll() != Poll.MESSAGE) {
                    throw fewer(end, call);
                }
            }
        }
        for (Position position : end.positions()) {
            inputs.continueAfter(inputs.indexOf(position.source()), position.index());
        }
    }

    private ServiceException fewer(SnapshotMark mark, long found) {
        return new ServiceException(
                "a snapshot has fewer calls than its mark says service=" + service + " channel=" + channel.name()
                        + " begin=" + Index.toText(mark.begin()) + " calls=" + mark.calls() + " found=" + found);
    }
}
