package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.Ownership;
import io.millrace.journal.Period;
import io.millrace.journal.SeekResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Closes the periods of a component in its output: writes the opening of the next one, a begin mark, the calls, an end
 * mark, first in a segment, and has it in force once it is synced. A restart begins at the opening of the period that
 * is in force, and on its way repeats and compares those after it that are not in force yet. An opening without its end
 * mark, whose writer was killed, is voided by a mark and written again.
 */
final class Periods {

    private final String service;
    private PeriodClosing<?> component;
    private final InputReaders inputs;
    private final InputStep step;
    private final JournalChannelWriter writer;
    private final Journal journal;
    private final RestartHolds holds;
    private final int holdChannels;
    private final StateCalls calls;
    private final Object sink;

    /** The opening that is not known to be in force yet. */
    private long awaited = Index.NONE;

    private long brokenOff = Index.NONE;
    private SnapshotMark brokenOffMark;

    private Periods(
            String service,
            PeriodClosing<?> component,
            InputReaders inputs,
            InputStep step,
            JournalChannelWriter writer,
            Object sink,
            Journal journal,
            RestartHolds holds,
            int holdChannels,
            AnswerTable answers) {
        this.service = service;
        this.component = component;
        this.inputs = inputs;
        this.step = step;
        this.writer = writer;
        this.journal = journal;
        this.holds = holds;
        this.holdChannels = holdChannels;
        this.calls =
                new StateCalls(service, writer.target(), component, component.openingType(), inputs, writer, answers);
        this.sink = sink;
    }

    /**
     * Returns what closes the periods of a component, or null where it has none.
     *
     * @param holdChannels how many channels {@code holds} has: the inputs, the output, and perhaps more
     */
    static Periods open(
            String service,
            Object component,
            InputReaders inputs,
            InputStep step,
            ChannelWriter writer,
            RestartHolds holds,
            int holdChannels,
            AnswerTable answers) {
        if (!(component instanceof PeriodClosing<?> closing)) {
            return null;
        }
        Channel output = writer.target();
        Journal journal = output.journal()
                .orElseThrow(() -> new ServiceException("a component can close periods only in a journal service="
                        + service + " output=" + output.name() + " class="
                        + component.getClass().getName()));
        if (!journal.ownership().equals(Optional.of(Ownership.SINGLE))) { // others would write between its calls
            throw new ServiceException(
                    "a component can close periods only in a journal that it alone owns service=" + service
                            + " output=" + output.name() + " ownership="
                            + journal.ownership().map(Ownership::name).orElse("none") + " class="
                            + component.getClass().getName());
        }
        if (!closing.openingType().isInstance(component)) {
            throw new ServiceException("a component that closes periods must implement the calls of an opening"
                    + " service=" + service + " class=" + component.getClass().getName() + " interface="
                    + closing.openingType().getName());
        }
        return new Periods(
                service,
                closing,
                inputs,
                step,
                writer.journalWriter().orElseThrow(),
                writer.as(closing.openingType()),
                journal,
                holds,
                holdChannels,
                answers);
    }

    /** Takes the place of the component by another one of the same class. */
    void component(Object other) {
        component = (PeriodClosing<?>) other;
        calls.component(other);
    }

    /** Describes, as {@code key=value}, why {@link #present} has found none: a period is in force, or none ever was. */
    String describeUnusable() {
        return journal.period()
                .flatMap(period -> markAfter(period.opening())
                        .map(mark -> "unusablePeriod=" + Index.toText(period.opening()) + " "
                                + calls.objection(mark).orElse("")))
                .orElse("period=none")
                .strip();
    }

    /** Returns the end mark of the opening of the period in force, if it can be used. */
    Optional<SnapshotMark> present() {
        Optional<Period> period = journal.period();
        if (period.isEmpty()) {
            return Optional.empty();
        }
        try (ChannelCursor cursor = writer.target().cursor()) {
            if (cursor.seek(period.get().opening()) != SeekResult.FOUND || cursor.next() != Entry.SNAPSHOT) {
                return Optional.empty();
            }
            return markAfter(cursor.index()).filter(mark -> mark.edge() == Edge.END && calls.isUsable(mark));
        }
    }

    /** Restores the state of an opening, moves the inputs after it, and returns the index of its end mark. */
    long restore(SnapshotMark end) {
        calls.restore(end);
        try (ChannelCursor cursor = writer.target().cursor()) {
            cursor.seekAfter(end.begin());
            pass(cursor);
            confirm(end.begin(), cursor.index());
            return cursor.index();
        }
    }

    private Optional<SnapshotMark> markAfter(long begin) {
        try (ChannelCursor cursor = writer.target().cursor()) {
            cursor.seekAfter(begin);
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.SNAPSHOT) {
                    return Optional.of(cursor.mark());
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Skips the opening whose begin mark is at the cursor, and repeats it if it is complete; returns whether the output
     * continues after it.
     *
     * @param mayDiffer whether another version of the component has written what is at the cursor
     */
    boolean replay(ChannelCursor output, BooleanSupplier mayDiffer) {
        SnapshotMark begin = output.mark();
        if (begin.edge() != Edge.BEGIN) {
            throw new ServiceException(
                    "output ends an opening that has not begun service=" + service + " output=" + position(output));
        }
        long beginIndex = output.index();
        Optional<SnapshotMark> end = markAfter(beginIndex);
        if (end.isEmpty()) {
            brokenOff = beginIndex;
            brokenOffMark = begin;
            return false;
        }
        if (end.get().edge() == Edge.END) {
            repeat(output, beginIndex, mayDiffer);
        } else {
            pass(output);
        }
        return true;
    }

    private static void pass(ChannelCursor output) {
        while (output.next() != Entry.SNAPSHOT) {
            // to the mark, which was there
        }
    }

    private void repeat(ChannelCursor output, long beginIndex, BooleanSupplier mayDiffer) {
        if (!component.isPeriodOver()) {
            if (!mayDiffer.getAsBoolean()) {
                throw new DeterminismException(
                        "service=" + service + " output=" + position(output), "the opening of a period", "");
            }
            pass(output);
            confirm(beginIndex, output.index());
            return;
        }
        step.stage();
        int staged = 0;
        try {
            openPeriod(component);
            for (Entry entry = output.next(); entry != Entry.SNAPSHOT; entry = output.next()) {
                if (entry == Entry.CALL && !output.isAnswer()) { // they repeat recorded answers
                    compare(output, staged++, mayDiffer);
                }
            }
            if (writer.staged() > staged && !mayDiffer.getAsBoolean()) {
                throw new DeterminismException(
                        "service=" + service + " output=" + position(output),
                        "",
                        writer.staged(staged).yaml());
            }
        } finally {
            step.rollback();
        }
        confirm(beginIndex, output.index());
    }

    private void compare(ChannelCursor output, int number, BooleanSupplier mayDiffer) {
        boolean isThere = number < writer.staged();
        boolean isSame = isThere && (!output.isReadable() || output.sameCall(writer.staged(number)));
        if (!isSame && !mayDiffer.getAsBoolean()) {
            throw new DeterminismException(
                    "service=" + service + " output=" + position(output),
                    output.isReadable() ? output.yaml() : "",
                    isThere ? writer.staged(number).yaml() : "");
        }
    }

    /** Voids an incomplete opening; closes the period if its last input has asked for it. */
    void restarted(long reapplied) {
        if (brokenOff != Index.NONE) {
            writer.mark(brokenOffMark.voided(brokenOff));
            brokenOff = Index.NONE;
        }
        if (reapplied > 0) {
            inputDone();
        }
    }

    /** Notes that the outputs of an input are published; closes the period if it is over. */
    void inputDone() {
        settle();
        if (component.isPeriodOver()) {
            close();
        }
    }

    private void close() {
        writer.checkpoint();
        SnapshotMark begin = calls.begin();
        long beginIndex = writer.beginPeriod(begin);
        calls.writeAnswers(writer);
        long before = writer.written();
        openPeriod(component);
        confirm(beginIndex, writer.mark(begin.end(beginIndex, writer.written() - before)));
    }

    private <T> void openPeriod(PeriodClosing<T> closing) {
        closing.openPeriod(closing.openingType().cast(sink));
        if (closing.isPeriodOver()) {
            throw new ServiceException("a period ended when it opened service=" + service + " class="
                    + closing.getClass().getName());
        }
    }

    /** Puts a complete opening in force; from then on a restart needs nothing before it. */
    private void confirm(long begin, long end) {
        if (journal.period().map(Period::opening).orElse(Index.NONE) > begin) {
            return; // repeated on the way from further back
        }
        writer.openPeriod(begin, end);
        long[] reached = new long[holdChannels];
        Arrays.fill(reached, Index.NONE);
        for (int input = 0; input < inputs.size(); input++) {
            reached[input] = inputs.taken(input);
        }
        reached[inputs.size()] = begin;
        holds.reached(reached);
        awaited = begin;
    }

    /** Releases what is before the period, as soon as the period is in force. */
    void settle() {
        if (awaited != Index.NONE) {
            Optional<Period> period = journal.period();
            if (period.isPresent() && period.get().opening() >= awaited && holds.settle()) {
                awaited = Index.NONE;
            }
        }
    }

    /** Waits until the last period that was closed is in force. */
    void finish() {
        if (awaited != Index.NONE) {
            writer.awaitPeriods();
            settle();
        }
    }

    private String position(ChannelCursor output) {
        return writer.target().name() + "@" + Index.toText(output.index());
    }
}
