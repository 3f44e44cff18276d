package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The beginning of a service in an input of which its output has nothing: the first message that was ever written. If
 * retention has removed it, the start is refused, unless the service was never started on this input and is told where
 * to begin. That position is written into the output as a mark, which a restart follows.
 *
 * <p>An input whose oldest message is the opening of a period lacks nothing, since the opening replaces all before it.
 */
final class ServiceStart {

    private final String service;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final RestartHolds holds;
    private final Optional<StartAt> startAt;
    private final boolean[] begun;
    private final long[] startedAfter;

    ServiceStart(
            String service, InputReaders inputs, ChannelWriter writer, RestartHolds holds, Optional<StartAt> startAt) {
        this.service = service;
        this.inputs = inputs;
        this.writer = writer;
        this.holds = holds;
        this.startAt = startAt;
        this.begun = new boolean[inputs.size()];
        this.startedAfter = new long[inputs.size()];
        Arrays.fill(startedAfter, Index.NONE);
    }

    /** Notes that the output says how far an input was read. */
    void begun(int input) {
        begun[input] = true;
    }

    /** Notes that the output says of all inputs how far they were read. */
    void allBegun() {
        for (int input = 0; input < begun.length; input++) {
            begun[input] = true;
        }
    }

    boolean isBegun(int input) {
        return begun[input];
    }

    boolean haveAllBegun() {
        for (boolean each : begun) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** Returns the greatest index of an input that a mark leaves out, {@code Index.NONE} where it leaves out none. */
    long startedAfter(int input) {
        return startedAfter[input];
    }

    /** Puts those inputs that a mark names, and that have not begun, where it says that they begin. */
    void follow(SnapshotMark mark) {
        for (Position position : mark.positions()) {
            int input = inputs.indexOf(position.source());
            if (!begun[input]) {
                inputs.startAfter(input, position.index());
                startedAfter[input] = position.index();
                begun[input] = true;
            }
        }
    }

    /**
     * Checks that every input that has not begun can.
     *
     * @param state the saved state and why it cannot be used, as {@code key=value}, or empty
     */
    void check(String state) {
        for (int input = 0; input < begun.length; input++) {
            Channel channel = inputs.channel(input);
            if (begun[input] || inputs.taken(input) != Index.NONE || isTold(input)) {
                continue;
            }
            long removed = removed(channel);
            if (removed > 0) {
                String advice = holds.isKnown(input)
                        ? "; the service was started before and its output has nothing of this input: restore the"
                                + " output, or delete its position in the input and state startAt"
                        : "; state startAt: OLDEST_KEPT or END to begin without them";
                throw new ServiceException("the output has nothing of an input, but retention has removed the first"
                        + " messages of the input" + advice + " service=" + service + " output="
                        + writer.target().name() + " input=" + channel.name() + " removed=" + removed
                        + (state.isEmpty() ? "" : " " + state));
            }
        }
    }

    /** Writes where inputs begin that were never read and of which the topology says where; puts them there. */
    void begin() {
        List<Position> positions = new ArrayList<>();
        for (int input = 0; input < begun.length; input++) {
            if (!begun[input] && inputs.taken(input) == Index.NONE && isTold(input)) {
                positions.add(new Position(inputs.channel(input).source(), before(input)));
            }
        }
        if (!positions.isEmpty()) {
            SnapshotMark mark = SnapshotMark.start(writer.target().source(), writer.lastIndex(), positions);
            writer.journalWriter()
                    .orElseThrow(() -> new ServiceException("a start is noted in a journal alone service=" + service
                            + " output=" + writer.target().name()))
                    .mark(mark);
            follow(mark);
        }
    }

    private boolean isTold(int input) {
        return startAt.isPresent()
                && !holds.isKnown(input)
                && inputs.channel(input).journal().isPresent();
    }

    /** Returns the greatest index that is not read. */
    private long before(int input) {
        Channel channel = inputs.channel(input);
        if (startAt.equals(Optional.of(StartAt.END))) {
            return channel.journal().map(Journal::lastIndex).orElse(Index.NONE);
        }
        if (removed(channel) == 0) {
            return Index.NONE;
        }
        try (ChannelCursor cursor = channel.cursor()) {
            return cursor.next() == Entry.END ? Index.NONE : cursor.index() - 1;
        }
    }

    /** Returns how many messages a channel lacks at its beginning. */
    static long removed(Channel channel) {
        long removed = channel.journal()
                .map(journal -> journal.messagesBefore(Index.NONE))
                .orElse(0L);
        return removed == 0 || beginsWithOpening(channel) ? 0 : removed;
    }

    private static boolean beginsWithOpening(Channel channel) {
        try (ChannelCursor cursor = channel.cursor()) {
            if (cursor.next() != Entry.SNAPSHOT || cursor.mark().edge() != Edge.BEGIN) {
                return false;
            }
            Entry entry = cursor.next();
            while (entry == Entry.CALL) {
                entry = cursor.next();
            }
            return entry == Entry.SNAPSHOT && cursor.mark().edge() == Edge.END;
        }
    }
}
