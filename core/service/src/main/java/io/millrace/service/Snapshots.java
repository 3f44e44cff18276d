package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.Optional;

/**
 * Writes a component's state into a channel of its own from time to time, and finds the newest state that can be used.
 *
 * <p>A snapshot is a begin mark, the calls, and an end mark; only with its end mark is it complete. The marks say up to
 * where the output and each input went. A snapshot is used only where these records are all still there: after a
 * power loss the output may have lost what a snapshot counts on, and an index is never given twice.
 */
final class Snapshots implements AutoCloseable {

    private final Channel channel;
    private final long everyInputs;
    private Snapshotting<?> component;
    private final InputReaders inputs;
    private final JournalChannelWriter output;
    private final JournalChannelWriter writer;
    private final Object sink;
    private final StateCalls calls;
    private final RestartHolds holds;
    private final long[] segments;
    private long inputsSince;
    private int unusable;
    private String newestObjection = "";

    private Snapshots(
            String service,
            Channel channel,
            long everyInputs,
            Snapshotting<?> component,
            InputReaders inputs,
            JournalChannelWriter output,
            JournalChannelWriter writer,
            RestartHolds holds,
            AnswerTable answers) {
        this.channel = channel;
        this.everyInputs = everyInputs;
        this.component = component;
        this.inputs = inputs;
        this.output = output;
        this.writer = writer;
        this.sink = writer.as(component.snapshotType());
        this.calls = new StateCalls(service, channel, component, component.snapshotType(), inputs, output, answers);
        this.holds = holds;
        this.segments = new long[inputs.size()];
    }

    static Snapshots open(
            String service,
            Channel channel,
            long everyInputs,
            Object component,
            InputReaders inputs,
            JournalChannelWriter output,
            RestartHolds holds,
            AnswerTable answers) {
        if (!(component instanceof Snapshotting<?> snapshotting)
                || !snapshotting.snapshotType().isInstance(component)) {
            throw new ServiceException(
                    "a component with snapshots must implement Snapshotting and the interface of its calls"
                            + " service=" + service + " class="
                            + component.getClass().getName());
        }
        if (channel.journal().isEmpty()) {
            throw new ServiceException(
                    "the channel of snapshots must be a journal service=" + service + " channel=" + channel.name());
        }
        JournalChannelWriter writer = channel.writer().journalWriter().orElseThrow();
        return new Snapshots(service, channel, everyInputs, snapshotting, inputs, output, writer, holds, answers);
    }

    /** Takes the place of the component by another one of the same class. */
    void component(Object other) {
        component = (Snapshotting<?>) other;
        calls.component(other);
    }

    /** Notes that the outputs of a live input are published; writes a snapshot when one is due. */
    void inputDone() {
        if (++inputsSince >= everyInputs || isPeriodOpened()) {
            writeNow();
        }
    }

    /** Writes a snapshot, whether one is due or not. */
    void writeNow() {
        write();
        inputsSince = 0;
    }

    /** Returns whether an input has continued in another segment: a snapshot then releases the segments before. */
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
        SnapshotMark begin = calls.begin();
        long beginIndex = writer.mark(begin);
        calls.writeAnswers(writer);
        long before = writer.written();
        writeState(component);
        writer.mark(begin.end(beginIndex, writer.written() - before));
        holds.reached(needed(begin.outputIndex(), beginIndex));
    }

    /** Returns what a restart from a snapshot needs, of which the inputs are where it was taken. */
    private long[] needed(long outputIndex, long beginIndex) {
        long[] reached = new long[inputs.size() + 2];
        for (int input = 0; input < inputs.size(); input++) {
            reached[input] = inputs.taken(input);
        }
        reached[inputs.size()] = outputIndex;
        reached[inputs.size() + 1] = beginIndex;
        return reached;
    }

    private <T> void writeState(Snapshotting<T> stated) {
        stated.snapshot(stated.snapshotType().cast(sink));
    }

    /** Returns the end mark of the newest snapshot that can be used. */
    Optional<SnapshotMark> newest() {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.SNAPSHOT && cursor.mark().edge() == Edge.END && isUsable(cursor.mark())) {
                    return Optional.of(cursor.mark());
                }
            }
        }
        return Optional.empty();
    }

    private boolean isUsable(SnapshotMark mark) {
        Optional<String> objection = calls.objection(mark);
        if (objection.isEmpty() && !StateCalls.has(output.target(), mark.outputIndex())) {
            objection = Optional.of(
                    "missingOutput=" + InputPosition.text(output.target().source(), mark.outputIndex()));
        }
        if (unusable == 0) {
            newestObjection = objection.orElse("");
        }
        unusable += objection.isEmpty() ? 0 : 1;
        return objection.isEmpty();
    }

    /** Describes, as {@code key=value}, why {@link #newest} has found no snapshot that can be used. */
    String describeUnusable() {
        String held = wereThere() ? " (those that were there are gone)" : "";
        return unusable == 0
                ? "snapshots=none" + held + " snapshotChannel=" + channel.name()
                : "unusableSnapshots=" + unusable + " snapshotChannel=" + channel.name() + " " + newestObjection;
    }

    private boolean wereThere() {
        return holds.heldAt(inputs.size() + 1) != Index.NONE;
    }

    /** Restores a snapshot, and moves the inputs after what it contains. */
    void restore(SnapshotMark mark) {
        calls.restore(mark);
        isPeriodOpened(); // the snapshot is that of this period
        holds.restartsFrom(needed(mark.outputIndex(), mark.begin())); // the next snapshot makes it the last but one
    }

    @Override
    public void close() {
        writer.close();
    }
}
