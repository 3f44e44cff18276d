package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.Poll;
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
 */
final class OutputReplay implements AutoCloseable {

    private final String service;
    private final ChannelCursor output;
    private final String outputName;
    private final InputReaders inputs;
    private final InputStep step;
    private final ChannelWriter writer;
    private ConsumedRuns runs;
    private int run;
    private boolean inRun;
    private boolean done;
    private boolean closed;
    private long reapplied;

    OutputReplay(String service, InputReaders inputs, InputStep step, ChannelWriter writer, ChannelCursor output) {
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

    /** Re-applies up to {@code budget} inputs; returns how many. */
    int poll(int budget) {
        long until = reapplied + budget;
        while (!done && reapplied < until) {
            if (runs != null) {
                silentInput();
            } else {
                nextEntry();
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

    private void nextEntry() {
        switch (output.next()) {
            case CONSUMED -> {
                runs = output.consumed();
                run = 0;
                inRun = false;
            }
            case CALL -> {
                if (output.number() == 1) {
                    group();
                } else if (output.number() > 1) {
                    throw new ServiceException("the output goes on with a group that it did not begin service="
                            + service + " output=" + place() + " k=" + output.number());
                }
            }
            case SNAPSHOT -> {}
            case END -> done = true;
        }
    }

    /** Re-applies the next input of a run of those that had no output. */
    private void silentInput() {
        Source source = runs.source(run);
        ChannelReader reader = reader(source);
        find(reader);
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
    }

    /** Re-applies the input of the group whose first call the cursor stands on. */
    private void group() {
        History history = output.history();
        int newest = history.size() - 1;
        Source source = history.source(newest);
        long index = history.index(newest);
        ChannelReader reader = reader(source);
        find(reader);
        if (reader.index() != index) {
            throw lost(reader, index);
        }
        step.take(reader);
        reapplied++;
        int compared = 1;
        compare(0, source, index);
        while (!output.last()) {
            if (output.next() == Entry.END) {
                writer.commitAfter(compared);
                done = true;
                return;
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
            throw differs(source, index, output.yaml(), "");
        }
        StagedCall actual = writer.staged(number);
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

    private ChannelReader reader(Source source) {
        return inputs.of(source);
    }

    private void find(ChannelReader reader) {
        Poll poll = reader.next();
        if (poll != Poll.MESSAGE) {
            throw new ServiceException("an input that the output was made from is not in its channel service=" + service
                    + " input=" + reader.source().name() + " output=" + place() + " poll=" + poll);
        }
    }

    private ServiceException lost(ChannelReader reader, long expected) {
        return new ServiceException("the next input is another one than the output was made from service=" + service
                + " output=" + place() + " expected=" + InputPlace.text(reader.source(), expected) + " found="
                + InputPlace.text(reader.source(), reader.index()));
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
