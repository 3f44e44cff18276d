package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.journal.Index;

/**
 * Restores the state of a component from its output: calls the component with the {@link RecordedInputs}, and compares
 * what it writes now with what it wrote then, instead of publishing it.
 *
 * <p>A loss of power may have kept only the first calls of the newest group: these are compared, and the others are
 * published.
 *
 * <p>An input that the output records as skipped is skipped again.
 *
 * <p>What is before the mark of an upgrade is not compared, since another version of the component has decided it. The
 * component is called with the same inputs; a call of an input that only it takes comes before the next input that the
 * output names of that channel.
 */
final class OutputReplay implements AutoCloseable {

    private final String service;
    private final ChannelCursor output;

    /** Null where the component closes no periods. */
    private final Periods periods;

    private final RecordedInputs recorded;
    private final InputStep step;

    /** Null where the component answers no client. */
    private final Answers answers;

    private final JournalChannelWriter writer;
    private final ServiceStart start;
    private final UpgradePoint upgrade;
    private boolean done;
    private boolean closed;
    private long reapplied;

    OutputReplay(
            String service,
            InputReaders inputs,
            InputStep step,
            Answers answers,
            JournalChannelWriter writer,
            ChannelCursor output,
            Periods periods,
            ServiceStart start,
            StartGate gate,
            UpgradePoint upgrade) {
        this.answers = answers;
        this.start = start;
        this.upgrade = upgrade;
        this.periods = periods;
        this.service = service;
        this.step = step;
        this.writer = writer;
        this.output = output;
        this.recorded = new RecordedInputs(service, inputs, output, gate, this::mayDiffer);
    }

    /** Starts after a record of the output instead of at the first one. */
    void startAfter(long outputIndex) {
        if (outputIndex >= 0) {
            output.seekAfter(outputIndex);
        }
    }

    boolean done() {
        return done;
    }

    long reapplied() {
        return reapplied;
    }

    /** Returns whether it waits for calls that were in a queue, and that a journal has not got yet. */
    boolean lacksCalls() {
        return recorded.lacksCalls();
    }

    /** Replays up to {@code budget} inputs, fewer where the next one is not available yet; returns how many. */
    int poll(int budget) {
        long before = reapplied;
        boolean available = true;
        while (available && !done && reapplied < before + budget) {
            switch (recorded.next()) {
                case INPUT -> input();
                case MARK -> mark();
                case WAITS -> available = false;
                case END -> done = true;
                case UNNAMED -> unnamed();
                case UNTAKEN -> untaken();
            }
        }
        return (int) (reapplied - before);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            recorded.close();
            output.close();
        }
    }

    private void mark() {
        if (output.mark().edge() == Edge.START) {
            start.follow(output.mark());
            return;
        }
        if (periods == null) {
            throw new ServiceException("output has openings of periods, but the component closes no periods service="
                    + service + " output=" + recorded.position());
        }
        done = !periods.replay(output, this::mayDiffer);
    }

    private void input() {
        ChannelReader reader = recorded.reader();
        reapplied++;
        if (recorded.isSilent()) {
            step.take(reader);
            requireNoMore(0);
        } else if (RecordWriter.isPassed(output.schema())) {
            step.pass(reader);
            passRest();
        } else {
            if (answers != null && RecordWriter.isAllowed(output.schema())) {
                answers.allowed().recorded(output);
            }
            step.take(reader);
            group();
        }
    }

    /** Moves to the last call of a group that is not compared. */
    private void passRest() {
        note();
        while (!output.last() && output.next() != Entry.END) {
            note();
        }
    }

    /** Notes the answer at the cursor, if there is one. */
    private void note() {
        if (answers != null) {
            answers.note(output);
        }
    }

    private boolean mayDiffer() {
        return upgrade.isAfter(output.index());
    }

    private void unnamed() {
        reapplied++;
        step.take(recorded.reader());
        step.rollback();
    }

    private void untaken() {
        long first = output.index();
        int calls = 1;
        note();
        while (!output.last()) {
            if (output.next() == Entry.END) {
                throw cut(first, calls);
            }
            note();
            calls++;
        }
    }

    private void group() {
        long first = output.index();
        boolean isSame = compare(0);
        note();
        int compared = 1;
        while (!output.last()) {
            if (output.next() == Entry.END) {
                complete(first, compared, isSame);
                return;
            }
            isSame &= compare(compared);
            note();
            compared++;
        }
        requireNoMore(compared);
    }

    /** Publishes the rest of a group of which a loss of power has left so many calls. */
    private void complete(long first, int compared, boolean isSame) {
        if (!isSame || writer.staged() <= compared) {
            step.rollback();
            throw cut(first, compared);
        }
        if (answers != null) {
            answers.noteStaged(compared);
        }
        writer.commitAfter(compared);
        done = true;
    }

    private ServiceException cut(long first, int calls) {
        return new ServiceException("a loss of power has cut the newest group of the output, and this version of the"
                + " component cannot complete it; start the version that began it once service=" + service + " input="
                + recorded.inputText() + " output=" + output.channel() + "@" + Index.toText(first) + " calls=" + calls);
    }

    /** Ends the group, of which the output has so many calls. */
    private void requireNoMore(int compared) {
        if (writer.staged() > compared && !mayDiffer()) {
            String actual = writer.staged(compared).yaml();
            step.rollback();
            throw differs("", actual);
        }
        step.rollback();
    }

    /** Compares the call at the cursor with the staged one; returns whether they are the same. */
    private boolean compare(int number) {
        if (output.number() != number + 1) {
            step.rollback();
            throw RecordedGroup.incomplete(service, recorded, output.number(), number + 1);
        }
        boolean isThere = number < writer.staged();
        boolean isSame = isThere && RecordedGroup.same(output, writer.staged(number));
        if (!isSame && !mayDiffer()) {
            String actual = isThere ? writer.staged(number).yaml() : "";
            step.rollback();
            throw differs(output.isReadable() ? output.yaml() : "", actual);
        }
        return isSame;
    }

    private DeterminismException differs(String expected, String actual) {
        return new DeterminismException(
                "service=" + service + " input=" + recorded.inputText() + " output=" + recorded.position(),
                expected,
                actual);
    }
}
