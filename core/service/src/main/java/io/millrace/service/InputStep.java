package io.millrace.service;

import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import io.millrace.wire.Refused;
import java.util.Optional;

/**
 * Calls a component with one input and leaves its outputs staged, live and in a restart alike. Where the component
 * throws, the staged outputs are dropped; by the error policy an error record replaces them, or the error is thrown on.
 */
final class InputStep {

    private final String service;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final EpochClock clock;

    /** Null where the component is not part of an order. */
    private final OrderClock order;

    private final ErrorPolicy policy;
    private final RecordWriter records;

    private final Input input = new Input();
    private Throwable recorded;

    /** Null where the output is not kept, so that nothing can be answered. */
    private final Answers answers;

    private Optional<String> client = Optional.empty();
    private Optional<Source> clientOf = Optional.empty();

    /** Whether outputs are published: else what is called is compared with what was published. */
    private boolean isLive;

    private boolean isBroken;

    InputStep(
            String service,
            InputReaders inputs,
            ChannelWriter writer,
            EpochClock clock,
            OrderClock order,
            ErrorPolicy policy,
            Answers answers) {
        this.answers = answers;
        this.service = service;
        this.inputs = inputs;
        this.writer = writer;
        this.clock = clock;
        this.order = order;
        this.policy = policy;
        this.records = new RecordWriter(service, writer);
    }

    /** Takes the reader's call; afterwards a group is open, and the caller ends it. */
    void take(ChannelReader reader) {
        inputs.take(reader);
        input.set(reader, takenNs(reader));
        writer.begin(input);
        if (answers != null && isOfClient(reader)) {
            takeOfClient(reader);
            return;
        }
        try {
            reader.dispatch();
            reader.result(); // no caller waits for it
        } catch (Throwable e) {
            threw(reader, e);
        }
    }

    /** Returns when an input is taken; in an order that is the time of the input. */
    private long takenNs(ChannelReader reader) {
        if (order == null) {
            return clock.nowNs();
        }
        if (reader instanceof TimeReader) {
            order.due(reader.timeNs());
        } else {
            order.entry(reader.timeNs());
        }
        return order.nowNs();
    }

    /** Returns whether a client has made the reader's call. */
    private boolean isOfClient(ChannelReader reader) {
        Optional<Source> origin = reader.onlyOrigin();
        if (origin.isEmpty()) {
            return false;
        }
        if (!origin.equals(clientOf)) {
            clientOf = origin;
            client = ClientName.of(origin.get());
        }
        return client.isPresent();
    }

    private void takeOfClient(ChannelReader reader) {
        AnswerTable.Admission admission =
                answers.admit(reader, client.orElseThrow(), reader.history().index(0));
        boolean isBarred = admission == AnswerTable.Admission.NEXT && answers.isBarred();
        AllowOrder order = isBarred
                ? answers.allowed()
                        .take(AnswerTable.principal(client.orElseThrow()), isLive ? Liveness.LIVE : Liveness.COMPARED)
                : null;
        if (admission == AnswerTable.Admission.NEXT && (!isBarred || order != null)) {
            if (order != null) {
                answers.allow(order);
            }
            callOfClient(reader, order);
        } else {
            reader.skip();
            if (admission == AnswerTable.Admission.FORGOTTEN) {
                answers.refused("the component does not know the client any more");
            } else if (admission == AnswerTable.Admission.NEXT) {
                answers.refused("calls of this principal have failed too often");
            }
        }
        answers.end();
    }

    /** Calls the component; the order by which the client's call is taken is null where it needs none. */
    private void callOfClient(ChannelReader reader, AllowOrder order) {
        try {
            answers.begin(reader);
            reader.dispatch();
            answers.returned(reader.result());
        } catch (Refused e) {
            if (answers.isUntouched()) {
                answers.refused(ForeignError.reason(e));
            } else {
                failed(
                        reader,
                        new ServiceException("a component refused a call after it had written outputs service="
                                + service + " method=" + reader.call().methodName() + ": " + e.getMessage()),
                        order);
            }
        } catch (Throwable e) {
            failed(reader, e, order);
        }
    }

    /** Records that a client's call has failed; what is left of the component's state is not used any more. */
    private void failed(ChannelReader reader, Throwable error, AllowOrder order) {
        rollback();
        if (!isLive) {
            throw failure(reader, error);
        }
        writer.begin(input);
        answers.failed(error);
        if (order != null) {
            answers.allow(order); // after the failure, by which a restart passes over the input
        }
        recorded = error;
        isBroken = true;
    }

    /** Ends the group and forgets its calls. */
    void rollback() {
        writer.rollback();
        if (answers != null) {
            answers.rolledBack();
        }
    }

    /** Notes the answers of the group, which the caller publishes next. */
    void settle() {
        if (answers != null) {
            answers.settle();
        }
    }

    /** States whether outputs are published from now on. */
    void live(Liveness liveness) {
        isLive = liveness == Liveness.LIVE;
    }

    /** Whether outputs are published. */
    enum Liveness {
        LIVE,
        COMPARED
    }

    /** Returns whether the component has thrown on a client's call. */
    boolean isBroken() {
        return isBroken;
    }

    /** Returns the client whose call was taken last; one has made a call. */
    String client() {
        return client.orElseThrow();
    }

    /** Returns whether the component has thrown on a client's call, so that its state is unknown, and forgets it. */
    boolean takeBroken() {
        boolean broken = isBroken;
        isBroken = false;
        return broken;
    }

    private void threw(ChannelReader reader, Throwable error) {
        writer.rollback();
        if (policy == ErrorPolicy.STOP || !ForeignError.isOfInput(error)) {
            throw failure(reader, error);
        }
        writer.begin(input);
        records.error(input, reader.call().methodName(), error);
        recorded = error;
    }

    private InputFailedException failure(ChannelReader reader, Throwable error) {
        return new InputFailedException(
                "a component threw",
                service,
                InputPosition.text(reader.source(), reader.index()),
                reader.call().methodName(),
                error);
    }

    /** Writes a record in place of the outputs of the reader's call; afterwards a group is open. */
    void skip(ChannelReader reader, SkipOrder order) {
        boolean isOfClient = passed(reader);
        input.set(reader, takenNs(reader));
        writer.begin(input);
        records.skipped(order);
        if (isOfClient) {
            answers.passedOver(order);
            answers.end();
        }
    }

    /** Skips the reader's call, as the output says that it was. */
    void pass(ChannelReader reader) {
        if (passed(reader)) {
            answers.end();
        }
    }

    /** Returns whether a client has made the call. */
    private boolean passed(ChannelReader reader) {
        inputs.take(reader);
        boolean isOfClient = answers != null && isOfClient(reader);
        if (isOfClient) {
            answers.admit(reader, client.orElseThrow(), reader.history().index(0));
        }
        reader.skip();
        return isOfClient;
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
