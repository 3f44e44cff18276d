package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
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
    private final BinaryInput in = new BinaryInput();
    private List<CallSchema> calls;
    private List<JsonCallText> texts;

    private CallAppender(Conversation conversation, String channel) {
        this.conversation = conversation;
        this.channel = channel;
    }

    /** Returns an object whose calls are appended. */
    static <T> T writer(Conversation conversation, String channel, Class<T> type, Wire wire) {
        CallAppender sink = new CallAppender(conversation, channel);
        MethodWriter writer = wire.methodWriter(sink, type);
        sink.calls = writer.calls();
        sink.texts = writer.calls().stream().map(JsonCallText::of).toList();
        return writer.as(type);
    }

    @Override
    public BinaryOutput begin(int method) {
        out.reset();
        return out;
    }

    @Override
    public void end(int method) {
        in.wrap(out.segment(), out.start(), out.length());
        String arguments = texts.get(method).read(in);
        var _ = conversation.append(channel, calls.get(method).path(), arguments); // acknowledged() and flush() ask
    }

    @Override
    public void abort(int method, Throwable error) {
        out.reset();
    }
}
