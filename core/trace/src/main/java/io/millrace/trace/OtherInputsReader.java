package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.SeekResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the inputs that a component took between two outputs: the records of consumed inputs before a message in its
 * channel, back to the previous output. For one thread.
 */
final class OtherInputsReader {

    /** Records read backward at most: calls of other writers, openings of periods and marks may be in between. */
    private static final int MAX_RECORDS = 10_000;

    /** A run of consecutive inputs of one source. */
    private record Run(Source source, long from, long to) {}

    private final TraceSession session;
    private final MessageReader messages;

    OtherInputsReader(TraceSession session, MessageReader messages) {
        this.session = session;
        this.messages = messages;
    }

    /** Returns what is known of a message as one of the outputs of its input. */
    Group of(TracedMessage output) {
        Optional<Channel> channel = session.channel(output.source());
        if (channel.isEmpty() || output.call().isEmpty()) {
            return Group.UNKNOWN; // a note says why it cannot be read
        }
        List<Run> runs = new ArrayList<>();
        long number = session.orNote(
                "cannot read what was taken before an output message=" + output.position(),
                () -> -1L,
                () -> collect(session.searcher(channel.get()), output.index(), runs));
        Collections.reverse(runs);
        List<TracedMessage> first = new ArrayList<>();
        OptionalLong total = session.orNote(
                "cannot read inputs that were taken before an output message=" + output.position(),
                OptionalLong::empty,
                () -> read(runs, first));
        return number < 0
                ? new Group(-1 - number, new OtherInputs(OptionalLong.empty(), first))
                : new Group(number, new OtherInputs(total, first));
    }

    /**
     * Collects the runs before an output, last one first.
     *
     * @return the number of the output in its group; -1 less that number where the previous output was not reached
     */
    private long collect(ChannelCursor cursor, long index, List<Run> runs) {
        cursor.direction(Direction.BACKWARD);
        SeekResult result = cursor.seek(index);
        if (result != SeekResult.FOUND || cursor.next() != Entry.CALL) {
            return -1;
        }
        long number = cursor.number();
        long before = number;
        for (int records = 0; records < MAX_RECORDS; records++) {
            switch (cursor.next()) {
                case CALL -> {
                    if (before > 1 && cursor.number() == before - 1) {
                        before--; // the same group
                    } else if (cursor.number() > 0) {
                        return number;
                    }
                }
                case CONSUMED -> add(cursor.consumed(), runs);
                case SNAPSHOT, UPGRADE -> {}
                case END -> {
                    return isWhole(cursor) ? number : -1 - number;
                }
            }
        }
        session.notes.missing("what was taken before an output was not read to its end channel=" + cursor.channel()
                + " index=" + Index.toText(index) + " limit=" + MAX_RECORDS);
        return -1 - number;
    }

    /** Returns whether the channel has its first record still. */
    private boolean isWhole(ChannelCursor cursor) {
        boolean whole = session.set
                .channel(cursor.channel())
                .flatMap(Channel::journal)
                .map(journal -> journal.messagesBefore(Index.NONE) == 0)
                .orElse(true);
        if (!whole) {
            session.notes.missing("retention has removed the previous output and what was taken after it channel="
                    + cursor.channel());
        }
        return whole;
    }

    private static void add(ConsumedRuns consumed, List<Run> runs) {
        for (int run = consumed.size() - 1; run >= 0; run--) {
            runs.add(new Run(consumed.source(run), consumed.from(run), consumed.to(run)));
        }
    }

    /** Reads the first messages of all runs, and returns how many all have. */
    private OptionalLong read(List<Run> runs, List<TracedMessage> first) {
        long total = 0;
        boolean known = true;
        for (Run run : runs) {
            OptionalLong count = count(run);
            known &= count.isPresent();
            total += count.orElse(0);
            if (first.size() < session.options.maxOtherInputs()) {
                read(run, first);
            }
        }
        return known ? OptionalLong.of(total) : OptionalLong.empty();
    }

    private OptionalLong count(Run run) {
        if (run.to() < run.from()) {
            return OptionalLong.empty(); // an invalid record
        }
        if (run.source().isExternal()) {
            return OptionalLong.of(run.to() - run.from() + 1);
        }
        if (run.from() == run.to()) {
            return OptionalLong.of(1);
        }
        Optional<Journal> journal = session.channel(run.source()).flatMap(Channel::journal);
        if (journal.isEmpty() || journal.get().firstIndex() > run.from()) {
            session.notes.missing("the number of inputs taken is not known, since they are not kept channel="
                    + session.set.name(run.source()) + " from=" + Index.toText(run.from()) + " to="
                    + Index.toText(run.to()));
            return OptionalLong.empty();
        }
        return OptionalLong.of(journal.get().messagesBetween(run.from(), run.to() + 1));
    }

    /** Reads the first messages of a run. */
    private void read(Run run, List<TracedMessage> to) {
        int room = session.options.maxOtherInputs();
        if (run.source().isExternal() || session.channel(run.source()).isEmpty()) {
            for (long index = run.from(); run.source().isExternal() && index <= run.to() && to.size() < room; index++) {
                to.add(messages.read(run.source(), index));
            }
            return;
        }
        ChannelCursor cursor = session.reader(session.channel(run.source()).get());
        MessageContent found = MessageReader.move(cursor, run.from());
        if (found != MessageContent.WHOLE) {
            to.add(messages.read(run.source(), run.from())); // which says why it is not there
            return;
        }
        Entry entry = Entry.CALL;
        while (entry != Entry.END && cursor.index() <= run.to() && to.size() < room) {
            if (entry == Entry.CALL) {
                to.add(messages.at(cursor, run.source()));
            }
            entry = cursor.next();
        }
    }
}
