package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Returns the reading component itself, and delegates everything else to the writer of that component. */
final class DirectWriter implements ChannelWriter {

    private final DirectChannel channel;
    private final ChannelWriter output;

    DirectWriter(DirectChannel channel, ChannelWriter output) {
        this.channel = channel;
        this.output = output;
    }

    @Override
    public Channel target() {
        return output.target();
    }

    @Override
    public ChannelWriter targetWriter() {
        return output.targetWriter();
    }

    @Override
    public Optional<JournalChannelWriter> journalWriter() {
        return output.journalWriter();
    }

    @Override
    public <T> T as(Class<T> type) {
        Object handler = channel.handler();
        if (!type.isInstance(handler)) {
            throw new ChannelException("reader of direct channel does not accept these calls channel=" + channel.name()
                    + " reader=" + handler.getClass().getName() + " interface=" + type.getName());
        }
        return type.cast(handler);
    }

    @Override
    public void begin(Input input) {
        output.begin(input);
    }

    @Override
    public int staged() {
        return output.staged();
    }

    @Override
    public StagedCall staged(int number) {
        return output.staged(number);
    }

    @Override
    public void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        throw new ChannelException(
                "direct channel accepts no encoded calls channel=" + channel.name() + " method=" + schema.methodName());
    }

    @Override
    public long commit() {
        return output.commit();
    }

    @Override
    public void rollback() {
        output.rollback();
    }

    @Override
    public long written() {
        return output.written();
    }

    @Override
    public long lastIndex() {
        return output.lastIndex();
    }

    @Override
    public boolean hasCapacity() {
        return output.hasCapacity();
    }

    @Override
    public void forbidCalls(String reason) {
        output.forbidCalls(reason);
    }

    @Override
    public void allowCalls() {
        output.allowCalls();
    }

    @Override
    public void handOver() {
        output.handOver();
    }

    @Override
    public void close() {
        output.close();
    }
}
