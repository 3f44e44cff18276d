package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.Optional;

/**
 * Where a replay begins: at the first input; or at the newest snapshot before the position from which outputs are
 * compared; or, where retention has removed the beginning of the output or of an input, at the oldest state that is
 * left, a snapshot or the opening of a period.
 */
final class ReplayStart {

    private final ReplayBuilder settings;
    private final Optional<ReplayPosition> from;
    private final Object component;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final AnswerTable answers;
    private String objections = "";

    ReplayStart(
            ReplayBuilder settings,
            Optional<ReplayPosition> from,
            Object component,
            InputReaders inputs,
            ChannelWriter writer,
            AnswerTable answers) {
        this.answers = answers;
        this.settings = settings;
        this.from = from;
        this.component = component;
        this.inputs = inputs;
        this.writer = writer;
    }

    /** A saved state: the calls in a channel, and the record of the output up to which it goes. */
    private record Saved(StateCalls calls, SnapshotMark end, long outputIndex, String text) {}

    /** Restores a saved state and moves the inputs and the cursor after it; says which, empty where none is used. */
    Optional<String> begin(ChannelCursor output) {
        boolean whole = isWhole();
        Optional<Saved> saved = Optional.empty();
        if (from.isPresent() || !whole) {
            saved = snapshot(whole ? Direction.BACKWARD : Direction.FORWARD);
        }
        if (saved.isEmpty() && !whole) {
            saved = opening();
        }
        if (saved.isEmpty()) {
            if (!whole) {
                throw new ServiceException("retention has removed the beginning of the output or of an input, and no"
                        + " saved state is left from which the component could be replayed service=" + settings.name
                        + removed() + objections);
            }
            return Optional.empty();
        }
        Saved state = saved.get();
        state.calls().restore(state.end());
        if (state.outputIndex() >= 0) {
            output.seekAfter(state.outputIndex());
        }
        return Optional.of(state.text());
    }

    private boolean isWhole() {
        boolean whole = messagesBefore(settings.output) == 0;
        for (Channel input : settings.inputs) {
            whole &= ServiceStart.removed(input) == 0 || hasStartMark();
        }
        return whole;
    }

    private static long messagesBefore(Channel channel) {
        return channel.journal()
                .map(journal -> journal.messagesBefore(Index.NONE))
                .orElse(0L);
    }

    /** Returns whether the output begins with a mark that says where the inputs begin. */
    private boolean hasStartMark() {
        try (ChannelCursor cursor = settings.output.cursor()) {
            return cursor.next() == Entry.SNAPSHOT && cursor.mark().edge() == Edge.START;
        }
    }

    private String removed() {
        StringBuilder text =
                new StringBuilder(" removed=[" + settings.output.name() + " ").append(messagesBefore(settings.output));
        settings.inputs.forEach(
                input -> text.append(", ").append(input.name()).append(' ').append(ServiceStart.removed(input)));
        return text.append(']').toString();
    }

    private Optional<Saved> snapshot(Direction direction) {
        if (settings.snapshots.isEmpty()) {
            return Optional.empty();
        }
        if (!(component instanceof Snapshotting<?> stated)
                || !stated.snapshotType().isInstance(component)) {
            throw new ServiceException(
                    "a component with snapshots must implement Snapshotting and the interface of its calls service="
                            + settings.name + " class=" + component.getClass().getName());
        }
        Channel channel = settings.snapshots.get();
        StateCalls calls =
                new StateCalls(settings.name, channel, component, stated.snapshotType(), inputs, writer, answers);
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(direction);
            if (direction == Direction.BACKWARD) {
                cursor.toEnd();
            }
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.SNAPSHOT && cursor.mark().edge() == Edge.END && isUsable(calls, cursor.mark())) {
                    SnapshotMark end = cursor.mark();
                    String text = "snapshot=" + channel.name() + "@" + Index.toText(end.begin()) + " output="
                            + settings.output.name() + "@" + Index.toText(end.outputIndex());
                    return Optional.of(new Saved(calls, end, end.outputIndex(), text));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isUsable(StateCalls calls, SnapshotMark end) {
        if (!isBefore(end)) {
            return false;
        }
        Optional<String> objection = calls.objection(end);
        if (objection.isEmpty() && !StateCalls.has(settings.output, end.outputIndex())) {
            objection = Optional.of("missingOutput=" + Index.toText(end.outputIndex()));
        }
        objection.ifPresent(text -> objections = " " + text);
        return objection.isEmpty();
    }

    /** Returns whether a state has nothing yet of what is compared. */
    private boolean isBefore(SnapshotMark end) {
        if (from.isEmpty()) {
            return true;
        }
        ReplayPosition first = from.get();
        if (first.channel().equals(settings.output.name())) {
            return end.outputIndex() < first.index();
        }
        for (Position position : end.positions()) {
            if (inputs.channel(inputs.indexOf(position.source())).name().equals(first.channel())) {
                return position.index() < first.index();
            }
        }
        return true;
    }

    /** Returns the opening of a period, if the output begins with one. */
    private Optional<Saved> opening() {
        if (!(component instanceof PeriodClosing<?> closing)) {
            return Optional.empty();
        }
        try (ChannelCursor cursor = settings.output.cursor()) {
            if (cursor.next() != Entry.SNAPSHOT || cursor.mark().edge() != Edge.BEGIN) {
                return Optional.empty();
            }
            Entry entry = cursor.next();
            while (entry == Entry.CALL) {
                entry = cursor.next();
            }
            if (entry != Entry.SNAPSHOT || cursor.mark().edge() != Edge.END) {
                return Optional.empty();
            }
            SnapshotMark end = cursor.mark();
            StateCalls calls = new StateCalls(
                    settings.name, settings.output, component, closing.openingType(), inputs, writer, answers);
            Optional<String> objection = calls.objection(end);
            objection.ifPresent(text -> objections = " " + text);
            String text = "opening=" + settings.output.name() + "@" + Index.toText(end.begin());
            return objection.isPresent() ? Optional.empty() : Optional.of(new Saved(calls, end, cursor.index(), text));
        }
    }
}
