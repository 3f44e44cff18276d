package io.millrace.testing;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import java.util.ArrayList;
import java.util.List;

/** Keeps the calls made on one or more interfaces. Used by one thread. */
final class Recorder implements CallSink {
    private final Wire wire;
    private final BinaryOutput arguments = BinaryOutput.allocate(1 << 10);
    private final List<RecordedCall> calls = new ArrayList<>();
    private MethodWriter writer;
    private int input;

    private Recorder(Wire wire) {
        this.wire = wire;
    }

    static Recorder of(Wire wire, Class<?>... interfaces) {
        Recorder recorder = new Recorder(wire);
        recorder.writer = wire.methodWriter(recorder, interfaces);
        return recorder;
    }

    /** Returns an object whose calls are kept here. */
    <T> T as(Class<T> type) {
        return writer.as(type);
    }

    /** Sets the input of the calls that follow. */
    void input(int number) {
        input = number;
    }

    List<RecordedCall> calls() {
        return calls;
    }

    /** Removes the calls after the first {@code size}. */
    void cut(int size) {
        calls.subList(size, calls.size()).clear();
    }

    /** Keeps a call that is encoded. */
    void add(CallSchema schema, byte[] encoded) {
        calls.add(new RecordedCall(wire, schema, encoded, new RecordedCall.Position(input, 0, List.of())));
    }

    @Override
    public BinaryOutput begin(int method) {
        arguments.reset();
        return arguments;
    }

    @Override
    public void end(int method) {
        add(writer.calls().get(method), arguments.toByteArray());
    }

    @Override
    public void abort(int method, Throwable error) {
        arguments.reset();
    }
}
