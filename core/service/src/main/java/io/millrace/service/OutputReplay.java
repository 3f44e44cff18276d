package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.Source;
import io.millrace.channel.StagedCall;
import io.millrace.journal.Index;

/**
 * Restores the state of a component from its output: reads the output, replays the inputs in the recorded order, and
 * compares what the component writes now with what it wrote then, instead of publishing it.
 *
 * <p>Records of consumed inputs name runs of inputs that had no output. The first call of a group names its input in
 * the newest hop of its history. A loss of power may have kept only the first calls of the newest group: these are
 * compared, and the others are published.
 *
 * <p>An input that the output records as skipped is skipped again.
 *
 * <p>An input in a journal is available at once. The service that writes a queue writes its calls again meanwhile, and
 * the replay waits for them between two polls.
 */
final class OutputReplay implements AutoCloseable {

    private final String service;
    private final ChannelCursor output;
    private final String outputName;

    /** Null where the component closes no periods. */
    private final Periods periods;

    private final InputReaders inputs;
    private final InputStep step;
    private final JournalChannelWriter writer;
    private final ServiceStart start;
    private final StartGate gate;
    private ConsumedRuns runs;
    private int run;
    private boolean inRun;
    private boolean groupWaits;
    private boolean done;
    private boolean closed;
    private long reapplied;

    OutputReplay(
            String service,
            InputReaders inputs,
            InputStep step,
            JournalChannelWriter writer,
            ChannelCursor output,
            Periods periods,
            ServiceStart start,
            StartGate gate) {
        this.start = start;
        this.gate = gate;
        this.periods = periods;
        this.service = service;
        this.inputs = inputs;
        this.step = step;
        this.writer = writer;
        this.output = output;
        this.outputName = writer.target().name();
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

    /** Replays up to {@code budget} inputs, fewer where the next one is not available yet; returns how many. */
    int poll(int budget) {
        long until = reapplied + budget;
        boolean continues = true;
        while (continues && !done && reapplied < until) {
            if (runs != null) {
                continues = silentInput();
            } else if (groupWaits) {
                continues = group();
            } else {
                continues = nextEntry();
            }
        }
        return (int) (budget - (until - reapplied));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            output.close();
        }
    }

    private boolean nextEntry() {
        switch (output.next()) {
            case CONSUMED -> {
                runs = output.consumed();
                run = 0;
                inRun = false;
            }
            case CALL -> {
                if (output.number() == 1) {
                    return group();
                } else if (output.number() > 1) {
                    throw new ServiceException("output continues a group that it did not begin service=" + service
                            + " output=" + position() + " k=" + output.number());
                }
            }
            case SNAPSHOT -> {
                if (output.mark().edge() == Edge.START) {
                    start.follow(output.mark());
                    return true;
                }
                if (periods == null) {
                    throw new ServiceException(
                            "output has openings of periods, but the component closes no periods service=" + service
                                    + " output=" + position());
                }
                done = !periods.replay(output);
            }
            case END -> done = true;
        }
        return true;
    }

    /** Replays the next input of a run without output; returns whether the input was available. */
    private boolean silentInput() {
        Source source = runs.source(run);
        ChannelReader reader = inputs.of(source);
        if (!find(source, reader)) {
            return false;
        }
        long index = reader.index();
        if (inRun ? index > runs.to(run) : index != runs.from(run)) {
            throw lost(reader, inRun ? runs.to(run) : runs.from(run));
        }
        step.take(reader);
        reapplied++;
        if (writer.staged() > 0) {
            String actual = writer.staged(0).yaml();
            writer.rollback();
            throw differs(source, index, "", actual);
        }
        writer.rollback();
        inRun = index < runs.to(run);
        if (!inRun && ++run == runs.size()) {
            runs = null;
        }
        return true;
    }

    /** Replays the input of the group at the cursor; returns whether the input was available. */
    private boolean group() {
        History history = output.history();
        int newest = history.size() - 1;
        Source source = history.source(newest);
        long index = history.index(newest);
        ChannelReader reader = inputs.of(source);
        groupWaits = !find(source, reader);
        if (groupWaits) {
            return false;
        }
        if (reader.index() != index) {
            throw lost(reader, index);
        }
        if (source.isExternal()) {
            requireSameOrigin(reader, history);
        }
        if (RecordWriter.isSkipped(output.schema())) {
            step.pass(reader);
            reapplied++;
            return true;
        }
        step.take(reader);
        reapplied++;
        int compared = 1;
        compare(0, source, index);
        while (!output.last()) {
            if (output.next() == Entry.END) {
                writer.commitAfter(compared);
                done = true;
                return true;
            }
            compare(compared, source, index);
            compared++;
        }
        if (writer.staged() > compared) {
            String actual = writer.staged(compared).yaml();
            writer.rollback();
            throw differs(source, index, "", actual);
        }
        writer.rollback();
        return true;
    }

    /**
     * Checks that a call that was written to a queue again has the same history. Its index in the queue does not show
     * it if a loss of power has removed inputs of the writer and others have arrived since.
     */
    private void requireSameOrigin(ChannelReader reader, History written) {
        History made = reader.history();
        int before = written.size() - 1;
        for (int back = 1; back <= Math.min(before, made.size()); back++) {
            Source expected = written.source(before - back);
            Source found = made.source(made.size() - back);
            long expectedIndex = written.index(before - back);
            long foundIndex = made.index(made.size() - back);
            if (!inputs.queues().sameStream(found, expected) || expectedIndex != foundIndex) {
                throw new ServiceException(
                        "replay diverged: different origin service=" + service + " output=" + position() + " input="
                                + InputPosition.text(reader.source(), reader.index()) + " expected="
                                + InputPosition.text(expected, expectedIndex) + " found="
                                + InputPosition.text(found, foundIndex));
            }
        }
    }

    /** Compares the call at the cursor with the staged one. */
    private void compare(int number, Source source, long index) {
        if (output.number() != number + 1) {
            writer.rollback();
            throw new ServiceException("output has an incomplete group service=" + service
                    + " output="
                    + position() + " input=" + InputPosition.text(source, index) + " k=" + output.number()
                    + " expected="
                    + (number + 1));
        }
        if (number >= writer.staged()) {
            writer.rollback();
            throw differs(source, index, output.isReadable() ? output.yaml() : "", "");
        }
        StagedCall actual = writer.staged(number);
        if (!output.isReadable()) {
            return; // its key was deleted, so nothing can be compared
        }
        if (!output.sameCall(actual) && !bothErrors(actual)) {
            String yaml = actual.yaml();
            writer.rollback();
            throw differs(source, index, output.yaml(), yaml);
        }
    }

    /** Returns whether both are error records: the text of an exception may contain addresses, which differ. */
    private boolean bothErrors(StagedCall actual) {
        String errors = ErrorRecords.class.getName();
        return output.schema().interfaceName().equals(errors)
                && actual.schema().interfaceName().equals(errors);
    }

    /** Finds the next call of an input; returns whether it is available, and throws if it never will be. */
    private boolean find(Source source, ChannelReader reader) {
        Channel input = inputs.channel(inputs.indexOf(source));
        boolean mayArrive = input.journal().isEmpty() && !input.ended() && !gate.isRemade(input.name());
        Poll poll = reader.next();
        if (poll == Poll.NOTHING && mayArrive) {
            return false;
        }
        if (poll != Poll.MESSAGE) {
            throw new ServiceException("replay diverged: input is missing in its channel service=" + service + " input="
                    + reader.source().name() + " output=" + position() + lastIndex(input) + forgotten(reader));
        }
        return true;
    }

    private ServiceException lost(ChannelReader reader, long expected) {
        return new ServiceException("replay diverged: unexpected input service=" + service
                + " output=" + position() + " expected=" + InputPosition.text(reader.source(), expected) + " found="
                + InputPosition.text(reader.source(), reader.index())
                + forgotten(reader));
    }

    private static String lastIndex(Channel input) {
        return input.journal()
                .map(journal -> " lastIndex=" + Index.toText(journal.lastIndex()))
                .orElse("");
    }

    private static String forgotten(ChannelReader reader) {
        return reader.forgottenCalls() == 0
                ? ""
                : " forgotten=" + reader.forgottenCalls()
                        + "; inputs whose key was deleted cannot be replayed; a newer snapshot is needed";
    }

    private DeterminismException differs(Source source, long index, String expected, String actual) {
        return new DeterminismException(
                "service=" + service + " input=" + InputPosition.text(source, index) + " output=" + position(),
                expected,
                actual);
    }

    private String position() {
        return outputName + "@" + Index.toText(output.index());
    }
}
