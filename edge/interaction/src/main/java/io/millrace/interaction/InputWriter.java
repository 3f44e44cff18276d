package io.millrace.interaction;

import io.millrace.channel.ChannelWriter;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.util.List;

/**
 * Stages the calls of an interface in a channel, with an allow-list of its own: the channel was opened by code that
 * does not know the functions of clients. For one thread.
 */
final class InputWriter implements CallSink {

    private static final int FIRST_BYTES = 256;

    private final ChannelWriter writer;
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
    private List<CallSchema> schemas = List.of();

    private InputWriter(ChannelWriter writer) {
        this.writer = writer;
    }

    /** Returns an object that stages each call made on it. */
    static <I> I of(ChannelWriter writer, Class<I> type, WireTypes types) {
        InputWriter sink = new InputWriter(writer);
        MethodWriter calls = Wire.of(types).methodWriter(sink, type);
        sink.schemas = calls.calls();
        return calls.as(type);
    }

    @Override
    public BinaryOutput begin(int method) {
        out.reset();
        return out;
    }

    @Override
    public void end(int method) {
        writer.call(schemas.get(method), out.segment(), out.start(), out.length());
    }

    @Override
    public void abort(int method, Throwable error) {
        out.reset();
    }
}
