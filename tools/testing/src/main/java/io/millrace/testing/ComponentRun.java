package io.millrace.testing;

import io.millrace.service.Caller;
import io.millrace.service.Outputs;
import io.millrace.service.Replies;
import io.millrace.service.Snapshotting;
import io.millrace.service.Timed;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Refused;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One component that is given calls, and the calls that it makes. Used by one thread. */
final class ComponentRun {
    private final Subject subject;
    private final Gate.Arguments arguments;
    private final Recorder recorder;
    private final Answers answers;
    private final Object component;
    private final Object gate;

    /** Null where the component is not called when a time has come. */
    private final Object time;

    private final Map<CallSchema, CallDecoder> decoders = new HashMap<>();

    ComponentRun(Subject subject, Gate.Arguments arguments) {
        this.subject = subject;
        this.arguments = arguments;
        recorder = Recorder.of(subject.wire(), subject.writes());
        answers = new Answers(subject, recorder);
        component = subject.factory().create(new Outputs() {
            @Override
            public <T> T as(Class<T> type) {
                if (type == Caller.class || type == Replies.class) {
                    return type.cast(answers);
                }
                return recorder.as(type);
            }
        });
        gate = Gate.of(component, arguments, inputs(subject));
        time = component instanceof Timed timed
                ? Gate.of(new TimedCalls(timed), Gate.Arguments.KEPT, VirtualTime.class)
                : null;
    }

    private static Class<?>[] inputs(Subject subject) {
        return Arrays.stream(subject.reads())
                .filter(type -> type != VirtualTime.class)
                .toArray(Class<?>[]::new);
    }

    /** Returns all outputs of a component that is given the setup, whose outputs do not count, and then the inputs. */
    static List<RecordedCall> outputs(
            Subject subject, Gate.Arguments arguments, List<RecordedCall> setup, List<RecordedCall> inputs) {
        ComponentRun run = new ComponentRun(subject, arguments);
        run.setUp(setup);
        inputs.forEach(run::take);
        return run.outputs();
    }

    void setUp(List<RecordedCall> setup) {
        for (RecordedCall call : setup) {
            take(call);
            List<RecordedCall> outputs = recorder.calls();
            if (!outputs.isEmpty() && outputs.getLast().schema().interfaceName().equals(Thrown.class.getName())) {
                throw new AssertionError("the setup made the component throw line="
                        + call.position().line() + "\n" + outputs.getLast());
            }
        }
        recorder.cut(0);
    }

    void take(RecordedCall call) {
        recorder.input(call.position().number());
        int before = recorder.calls().size();
        try {
            if (arguments == Gate.Arguments.KEPT) {
                decoders.clear();
            }
            boolean isTime = call.schema().interfaceName().equals(VirtualTime.class.getName());
            CallDecoder decoder = decoders.computeIfAbsent(call.schema(), this::decoder);
            answers.begin(call.schema(), call.position().number());
            List<RecordedCall> state = answers.isQuery() ? snapshot() : null;
            decoder.call(BinaryInput.of(call.arguments()), isTime ? time : gate);
            if (answers.isQuery()) {
                requireUnchanged(call, state, before);
            }
            answers.returned(decoder.takeResult());
        } catch (Gate.ComponentFailure e) {
            recorder.cut(before);
            if (e.getCause() instanceof Refused refused) {
                recorder.as(Refusals.class).refused(refused.getMessage());
                return;
            }
            Throwable thrown = e.getCause();
            recorder.as(Thrown.class).thrown(new Failure(thrown.getClass().getName(), thrown.getMessage()));
        } catch (WireException e) {
            throw new TestingException(
                    "a call cannot be read line=" + call.position().line() + " " + e.getMessage(), e);
        }
    }

    /** Checks that a query has neither written nor changed the state, as far as the component offers it. */
    private void requireUnchanged(RecordedCall query, List<RecordedCall> state, int outputs) {
        String difference = state == null ? "" : CallDifference.between(state, snapshot());
        if (recorder.calls().size() > outputs || !difference.isEmpty()) {
            throw new AssertionError("a query changes nothing, but this one has "
                    + (difference.isEmpty()
                            ? "written:\n" + recorder.calls().getLast()
                            : "changed the state:\n" + difference)
                    + " query=" + query.method() + " line="
                    + query.position().line());
        }
    }

    private CallDecoder decoder(CallSchema schema) {
        return subject.decoder(schema)
                .orElseThrow(() ->
                        new TestingException("the component does not take such calls method=" + schema.methodName()));
    }

    List<RecordedCall> outputs() {
        return List.copyOf(recorder.calls());
    }

    /** Takes over what another run waits to answer. */
    void continues(ComponentRun other) {
        answers.continues(other.answers);
    }

    /** Returns the state as calls, null where the component offers none. */
    List<RecordedCall> snapshot() {
        return component instanceof Snapshotting<?> snapshotting ? snapshot(subject.wire(), snapshotting) : null;
    }

    private static <T> List<RecordedCall> snapshot(Wire wire, Snapshotting<T> snapshotting) {
        Recorder calls = Recorder.of(wire, snapshotting.snapshotType());
        snapshotting.snapshot(calls.as(snapshotting.snapshotType()));
        return List.copyOf(calls.calls());
    }

    /** Makes the calls of a snapshot. */
    void restore(List<RecordedCall> snapshot) {
        Class<?> type = ((Snapshotting<?>) component).snapshotType();
        for (RecordedCall call : snapshot) {
            subject.wire()
                    .callDecoder(call.schema(), type)
                    .orElseThrow()
                    .call(BinaryInput.of(call.arguments()), component);
        }
        recorder.cut(0);
    }
}
