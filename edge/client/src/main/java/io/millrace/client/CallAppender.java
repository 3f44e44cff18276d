package io.millrace.client;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import java.util.List;

/** Appends the calls of a typed writer. One thread at a time. */
final class CallAppender implements CallSink {

    private static final int FIRST_BYTES = 256;

    private final Conversation conversation;
    private final String channel;
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
    private List<CallSchema> calls;

    private CallAppender(Conversation conversation, String channel) {
        this.conversation = conversation;
        this.channel = channel;
    }

    /** Returns an object whose calls are appended. */
    static <T> T writer(Conversation conversation, String channel, Class<T> type, Wire wire) {
        CallAppender sink = new CallAppender(conversation, channel);
        MethodWriter writer = wire.methodWriter(sink, type);
        sink.calls = writer.calls();
        return writer.as(type);
    }

    @Override
    public BinaryOutput begin(int method) {
        out.reset();
        return out;
    }

    @Override
    public void end(int method) {
        Invocation call = Invocation.binary(calls.get(method), out.toByteArray());
        var _ = conversation.append(channel, call); // acknowledged() and flush() ask
    }

    @Override
    public void abort(int method, Throwable error) {
        out.reset();
    }
}
