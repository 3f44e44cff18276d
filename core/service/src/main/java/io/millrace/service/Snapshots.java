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
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a component's state into a channel of its own from time to time, and finds the newest state that can be used.
 *
 * <p>A snapshot is a begin mark, the calls, and an end mark; only with its end mark is it complete. The marks say up to
 * where the output and each input went. A snapshot is used only where these records are all still there: after a
 * power loss the output may have lost what a snapshot counts on, and an index is never given twice.
 */
final class Snapshots implements AutoCloseable {

    private final String service;
    private final Channel channel;
    private final long everyInputs;
    private final Snapshotting<?> component;
    private final InputReaders inputs;
    private final ChannelWriter output;
    private final ChannelWriter writer;
    private final Object sink;
    private final RestartHolds holds;
    private final long[] segments;
    private long inputsSince;

    private Snapshots(
            String service,
            Channel channel,
            long everyInputs,
            Snapshotting<?> component,
            InputReaders inputs,
            ChannelWriter output,
            ChannelWriter writer,
            RestartHolds holds) {
        this.service = service;
        this.channel = channel;
        this.everyInputs = everyInputs;
        this.component = component;
        this.inputs = inputs;
        this.output = output;
        this.writer = writer;
        this.sink = writer.as(component.snapshotType());
        this.holds = holds;
        this.segments = new long[inputs.size()];
    }

    static Snapshots open(
            String service,
            Channel channel,
            long everyInputs,
            Object component,
            InputReaders inputs,
            ChannelWriter output,
            RestartHolds holds) {
        if (!(component instanceof Snapshotting<?> snapshotting)
                || !snapshotting.snapshotType().isInstance(component)) {
            throw new ServiceException(
                    "a component that is to write snapshots must implement Snapshotting and the interface "
                            + "of its calls service=" + service + " class="
                            + component.getClass().getName());
        }
        return new Snapshots(service, channel, everyInputs, snapshotting, inputs, output, channel.writer(), holds);
    }

    /** Notes that the outputs of a live input are published; writes a snapshot when one is due. */
    void inputDone() {
        if (++inputsSince >= everyInputs || isPeriodOpened()) {
            write();
            inputsSince = 0;
        }
    }

    /** Returns whether an input has gone on in another segment: a snapshot there lets those before go. */
    private boolean isPeriodOpened() {
        boolean opened = false;
        for (int input = 0; input < segments.length; input++) {
            long taken = inputs.taken(input);
            long segment = taken == Index.NONE ? 0 : Index.segment(taken);
            opened |= segment != segments[input];
            segments[input] = segment;
        }
        return opened;
    }

    private void write() {
        output.checkpoint();
        List<Position> positions = new ArrayList<>();
        for (int input = 0; input < inputs.size(); input++) {
            positions.add(new Position(inputs.channel(input).source(), inputs.taken(input)));
        }
        SnapshotMark begin =
                new SnapshotMark(Edge.BEGIN, output.target().source(), output.lastIndex(), positions, Index.NONE, 0);
        long beginIndex = writer.mark(begin);
        long before = writer.written();
        writeState(component);
        writer.mark(begin.end(beginIndex, writer.written() - before));
        long[] reached = new long[inputs.size() + 2];
        for (int input = 0; input < inputs.size(); input++) {
            reached[input] = inputs.taken(input);
        }
        reached[inputs.size()] = begin.outputIndex();
        reached[inputs.size() + 1] = beginIndex;
        holds.reached(reached);
    }

    private <T> void writeState(Snapshotting<T> stated) {
        stated.snapshot(stated.snapshotType().cast(sink));
    }

    /**
     * Restores the newest usable snapshot, and puts the inputs behind what it holds.
     *
     * @return the index of the output up to which the snapshot goes, -1 where there is no usable one
     */
    long restore() {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.SNAPSHOT && cursor.mark().edge() == Edge.END && usable(cursor.mark())) {
                    return restore(cursor, cursor.mark());
                }
            }
        }
        return Index.NONE;
    }

    private long restore(ChannelCursor cursor, SnapshotMark mark) {
        cursor.direction(Direction.FORWARD);
        cursor.seekAfter(mark.begin());
        try (ChannelReader reader = channel.reader(component, ReaderOptions.defaults(), component.snapshotType())) {
            if (mark.calls() > 0) {
                Entry entry = cursor.next();
                while (entry != Entry.CALL) {
                    if (entry == Entry.END) {
                        throw fewer(mark, 0);
                    }
                    entry = cursor.next();
                }
                reader.seek(cursor.index());
            }
            for (long call = 0; call < mark.calls(); call++) {
                if (reader.poll() != Poll.MESSAGE) {
                    throw fewer(mark, call);
                }
            }
        }
        for (Position position : mark.positions()) {
            int input = inputs.indexOf(position.source());
            inputs.continueAfter(input, position.index());
        }
        isPeriodOpened(); // the snapshot is that of this period
        return mark.outputIndex();
    }

    private ServiceException fewer(SnapshotMark mark, long found) {
        return new ServiceException(
                "a snapshot has fewer calls than its mark says service=" + service + " channel=" + channel.name()
                        + " begin=" + Index.toText(mark.begin()) + " calls=" + mark.calls() + " found=" + found);
    }

    private boolean usable(SnapshotMark mark) {
        if (!mark.output().sameStream(output.target().source()) || !has(output.target(), mark.outputIndex())) {
            return false;
        }
        for (Position position : mark.positions()) {
            if (!has(inputs.channel(inputs.indexOf(position.source())), position.index())) {
                return false;
            }
        }
        return true;
    }

    private static boolean has(Channel channel, long index) {
        if (index == Index.NONE) {
            return true;
        }
        try (ChannelCursor cursor = channel.cursor()) {
            return cursor.seek(index) == SeekResult.FOUND;
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
