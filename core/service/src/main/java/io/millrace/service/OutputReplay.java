package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.Poll;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.Source;
import io.millrace.channel.StagedCall;
import io.millrace.journal.Index;

/**
 * Brings a component back to where its output says it was: walks over the output, re-applies the inputs in the order
 * that is recorded there, and compares what the component writes now with what it wrote then instead of publishing it.
 *
 * <p>The order is found like this. A note of consumed inputs names runs of inputs that had no output. The first call
 * of a group names its own input in the newest hop of its history. Of the newest group a power loss may have kept
 * only the first calls: those are compared, and the rest is published.
 *
 * <p>Where the output says that an input was passed over, the component is not called with it now either.
 *
 * <p>An input in a journal is there at once. One in a queue is made again meanwhile by the service that writes the
 * queue, and is waited for between two polls.
 */
final class OutputReplay implements AutoCloseable {

    private final String service;
    private final ChannelCursor output;
    private final String outputName;

    /** Null where the component closes no periods. */
    private final Periods periods;

    private final InputReaders inputs;
    private final InputStep step;
    private final ChannelWriter writer;
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
            ChannelWriter writer,
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

    /** Starts behind a record of the output instead of at its first. */
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

    /** Re-applies up to {@code budget} inputs, fewer where the next is not there yet; returns how many. */
    int poll(int budget) {
        long until = reapplied + budget;
        boolean goesOn = true;
        while (goesOn && !done && reapplied < until) {
            if (runs != null) {
                goesOn = silentInput();
            } else if (groupWaits) {
                goesOn = group();
            } else {
                goesOn = nextEntry();
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
                    throw new ServiceException("the output goes on with a group that it did not begin service="
                            + service + " output=" + place() + " k=" + output.number());
                }
            }
            case SNAPSHOT -> {
                if (output.mark().edge() == Edge.START) {
                    start.follow(output.mark());
                    return true;
                }
                if (periods == null) {
                    throw new ServiceException(
                            "the output has openings of periods, and the component closes none service=" + service
                                    + " output=" + place());
                }
                done = !periods.replay(output);
            }
            case END -> done = true;
        }
        return true;
    }

    /** Re-applies the next input of a run of those that had no output; returns whether it was there. */
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

    /** Re-applies the input of the group whose first call the cursor stands on; returns whether it was there. */
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
     * Checks that a call that was made again comes from the same inputs: its index in the queue alone would not tell,
     * if a loss of power has taken the inputs of the service before and others have come since.
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
                throw new ServiceException("a call that was made again comes from another input than the one that the"
                        + " output was made from service=" + service + " output=" + place() + " input="
                        + InputPlace.text(reader.source(), reader.index()) + " expected="
                        + InputPlace.text(expected, expectedIndex) + " found=" + InputPlace.text(found, foundIndex));
            }
        }
    }

    /** Compares the call that the cursor stands on with the staged one. */
    private void compare(int number, Source source, long index) {
        if (output.number() != number + 1) {
            writer.rollback();
            throw new ServiceException("a group in the output is broken off before its end service=" + service
                    + " output="
                    + place() + " input=" + InputPlace.text(source, index) + " k=" + output.number() + " expected="
                    + (number + 1));
        }
        if (number >= writer.staged()) {
            writer.rollback();
            throw differs(source, index, output.isReadable() ? output.yaml() : "", "");
        }
        StagedCall actual = writer.staged(number);
        if (!output.isReadable()) {
            return; // whose key is gone: what it was is not known any more
        }
        if (!output.sameCall(actual) && !bothErrors(actual)) {
            String yaml = actual.yaml();
            writer.rollback();
            throw differs(source, index, output.yaml(), yaml);
        }
    }

    /** The text of an exception may name addresses, which differ from run to run. */
    private boolean bothErrors(StagedCall actual) {
        String errors = ErrorRecords.class.getName();
        return output.schema().interfaceName().equals(errors)
                && actual.schema().interfaceName().equals(errors);
    }

    /** Finds the next call of an input; returns whether it is there, and throws if it never will be. */
    private boolean find(Source source, ChannelReader reader) {
        Channel input = inputs.channel(inputs.indexOf(source));
        boolean mayCome = input.journal().isEmpty() && !input.ended() && !gate.isRemade(input.name());
        Poll poll = reader.next();
        if (poll == Poll.NOTHING && mayCome) {
            return false;
        }
        if (poll != Poll.MESSAGE) {
            throw new ServiceException("an input that the output was made from is not in its channel service=" + service
                    + " input=" + reader.source().name() + " output=" + place() + lastIndex(input) + forgotten(reader));
        }
        return true;
    }

    private ServiceException lost(ChannelReader reader, long expected) {
        return new ServiceException("the next input is another one than the output was made from service=" + service
                + " output=" + place() + " expected=" + InputPlace.text(reader.source(), expected) + " found="
                + InputPlace.text(reader.source(), reader.index())
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
                        + "; inputs whose key is gone cannot be repeated, which takes a newer snapshot";
    }

    private DeterminismException differs(Source source, long index, String expected, String actual) {
        return new DeterminismException(
                "service=" + service + " input=" + InputPlace.text(source, index) + " output=" + place(),
                expected,
                actual);
    }

    private String place() {
        return outputName + "@" + Index.toText(output.index());
    }
}
