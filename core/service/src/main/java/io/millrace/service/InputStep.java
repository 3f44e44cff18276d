package io.millrace.service;

import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;

/**
 * Gives one input to a component and leaves its outputs staged, live and in a restart alike. Where the component
 * throws, the staged outputs are forgotten; by the error policy an error record takes their place, or the error is
 * passed on.
 */
final class InputStep {

    private final String service;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final EpochClock clock;
    private final ErrorRecords errors;
    private final Input input = new Input();

    InputStep(String service, InputReaders inputs, ChannelWriter writer, EpochClock clock, ErrorPolicy policy) {
        this.service = service;
        this.inputs = inputs;
        this.writer = writer;
        this.clock = clock;
        this.errors = policy == ErrorPolicy.RECORD ? writer.targetWriter().as(ErrorRecords.class) : null;
    }

    /** Takes the call that {@code reader} stands on; afterwards a group is open, and the caller ends it. */
    void take(ChannelReader reader) {
        inputs.take(reader);
        input.set(reader, clock.nowNs());
        writer.begin(input);
        try {
            reader.dispatch();
        } catch (Exception e) {
            writer.rollback();
            if (errors == null) {
                throw failed(reader, e);
            }
            writer.begin(input);
            errors.error(service, input.source().name(), input.index(), text(e));
        } catch (Error e) {
            writer.rollback();
            throw e;
        }
    }

    /** Opens a group for what follows from the last input besides its outputs. */
    void stage() {
        writer.begin(input);
    }

    private ServiceException failed(ChannelReader reader, Exception error) {
        return new ServiceException(
                "a component threw service=" + service + " input=" + InputPlace.text(reader.source(), reader.index())
                        + " method=" + reader.call().methodName() + ": " + text(error),
                error);
    }

    private static String text(Exception error) {
        String message = error.getMessage();
        return error.getClass().getName() + (message == null ? "" : ": " + message);
    }
}
