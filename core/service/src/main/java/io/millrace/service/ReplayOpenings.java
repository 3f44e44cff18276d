package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.journal.Index;
import io.millrace.service.ReplayDifference.Kind;

/**
 * The openings of periods in a replay: the component writes an opening when its period is over, as it does live, and
 * the opening is compared with that of the output.
 */
final class ReplayOpenings {

    private static final String OPENING = "# the opening of a period\n";

    private final ReplayBuilder settings;
    private final Object component;
    private final InputStep step;
    private final ChannelWriter writer;
    private final ReplayComparison comparison;

    ReplayOpenings(
            ReplayBuilder settings,
            Object component,
            InputStep step,
            ChannelWriter writer,
            ReplayComparison comparison) {
        this.settings = settings;
        this.component = component;
        this.step = step;
        this.writer = writer;
        this.comparison = comparison;
    }

    private boolean isDue() {
        return component instanceof PeriodClosing<?> closing && closing.isPeriodOver();
    }

    /** Opens the period that the component wants and the output, which continues with an input, does not have. */
    void added(RecordedInputs recorded, boolean isCompared) {
        if (!isDue()) {
            return;
        }
        open();
        StringBuilder calls = new StringBuilder(OPENING);
        for (int number = 0; number < writer.staged(); number++) {
            calls.append(number == 0 ? "" : "---\n")
                    .append(writer.staged(number).yaml());
        }
        writer.rollback();
        if (isCompared) {
            comparison.add(new ReplayDifference(Kind.ADDED, recorded.inputText(), "", "", calls.toString()));
        }
    }

    /** Compares the opening whose first mark is at the cursor; returns whether the output continues after it. */
    boolean mark(ChannelCursor output, boolean isCompared) {
        String at = output.channel() + "@" + Index.toText(output.index());
        if (output.mark().edge() != Edge.BEGIN) {
            throw new ServiceException(
                    "output ends an opening that has not begun service=" + settings.name + " output=" + at);
        }
        if (isVoid(output)) {
            return pass(output);
        }
        if (isDue()) {
            open();
            boolean isWhole = comparison.opening(at, isCompared);
            writer.rollback();
            return isWhole;
        }
        if (isCompared) {
            comparison.add(new ReplayDifference(Kind.MISSING, at, at, OPENING, ""));
        }
        return pass(output);
    }

    /** Returns whether the opening at the cursor was given up, since its writer was killed; moves nothing. */
    private boolean isVoid(ChannelCursor output) {
        try (ChannelCursor ahead = settings.output.cursor()) {
            ahead.seekAfter(output.index());
            Entry entry = ahead.next();
            while (entry == Entry.CALL) {
                entry = ahead.next();
            }
            return entry != Entry.SNAPSHOT || ahead.mark().edge() == Edge.VOID;
        }
    }

    /** Moves to the mark that ends the opening; returns whether there is one. */
    private static boolean pass(ChannelCursor output) {
        Entry entry = output.next();
        while (entry == Entry.CALL) {
            entry = output.next();
        }
        return entry == Entry.SNAPSHOT;
    }

    private void open() {
        step.stage();
        try {
            openPeriod((PeriodClosing<?>) component);
        } catch (Throwable e) {
            writer.rollback();
            throw new ServiceException(
                    "a component threw when it opened a period service=" + settings.name + ": " + ForeignError.text(e),
                    e);
        }
    }

    private <T> void openPeriod(PeriodClosing<T> closing) {
        closing.openPeriod(writer.as(closing.openingType()));
    }
}
