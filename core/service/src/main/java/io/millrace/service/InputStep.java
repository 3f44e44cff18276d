package io.millrace.service;

import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;

/**
 * Calls a component with one input and leaves its outputs staged, live and in a restart alike. Where the component
 * throws, the staged outputs are dropped; by the error policy an error record replaces them, or the error is thrown on.
 */
final class InputStep {

    private final String service;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final EpochClock clock;

    private final ErrorPolicy policy;
    private final RecordWriter records;

    private final Input input = new Input();
    private Throwable recorded;

    InputStep(String service, InputReaders inputs, ChannelWriter writer, EpochClock clock, ErrorPolicy policy) {
        this.service = service;
        this.inputs = inputs;
        this.writer = writer;
        this.clock = clock;
        this.policy = policy;
        this.records = new RecordWriter(service, writer);
    }

    /** Takes the reader's call; afterwards a group is open, and the caller ends it. */
    void take(ChannelReader reader) {
        inputs.take(reader);
        input.set(reader, clock.nowNs());
        writer.begin(input);
        try {
            reader.dispatch();
        } catch (Throwable e) {
            threw(reader, e);
        }
    }

    private void threw(ChannelReader reader, Throwable error) {
        writer.rollback();
        if (policy == ErrorPolicy.STOP || !ForeignError.isOfInput(error)) {
            throw new InputFailedException(
                    "a component threw",
                    service,
                    InputPosition.text(reader.source(), reader.index()),
                    reader.call().methodName(),
                    error);
        }
        writer.begin(input);
        records.error(input, reader.call().methodName(), error);
        recorded = error;
    }

    /** Writes a record in place of the outputs of the reader's call; afterwards a group is open. */
    void skip(ChannelReader reader, SkipOrder order) {
        pass(reader);
        input.set(reader, clock.nowNs());
        writer.begin(input);
        records.skipped(order);
    }

    /** Skips the reader's call, as the output says that it was. */
    void pass(ChannelReader reader) {
        inputs.take(reader);
        reader.skip();
    }

    /** Returns when the last input was taken, in nanoseconds since the epoch. */
    long timeInNs() {
        return input.timeInNs();
    }

    boolean hasRecorded() {
        return recorded != null;
    }

    /**
     * Returns what the component threw last, where that was recorded; null where nothing was, or it was asked for
     * before.
     */
    Throwable takeRecorded() {
        Throwable error = recorded;
        recorded = null;
        return error;
    }

    /** Opens a group for further calls that follow from the last input. */
    void stage() {
        writer.begin(input);
    }
}
