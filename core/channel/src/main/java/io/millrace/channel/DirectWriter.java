package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/** Hands out the reading component itself, and passes all else on to the writer that this one writes with. */
final class DirectWriter implements ChannelWriter {

    private final DirectChannel channel;
    private final ChannelWriter behind;

    DirectWriter(DirectChannel channel, ChannelWriter behind) {
        this.channel = channel;
        this.behind = behind;
    }

    @Override
    public Channel target() {
        return behind.target();
    }

    @Override
    public ChannelWriter targetWriter() {
        return behind.targetWriter();
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
        behind.begin(input);
    }

    @Override
    public int staged() {
        return behind.staged();
    }

    @Override
    public StagedCall staged(int number) {
        return behind.staged(number);
    }

    @Override
    public void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        throw new ChannelException(
                "direct channel accepts no encoded calls channel=" + channel.name() + " method=" + schema.methodName());
    }

    @Override
    public long commit() {
        return behind.commit();
    }

    @Override
    public long commitAfter(int written) {
        return behind.commitAfter(written);
    }

    @Override
    public void rollback() {
        behind.rollback();
    }

    @Override
    public long written() {
        return behind.written();
    }

    @Override
    public int pendingRuns() {
        return behind.pendingRuns();
    }

    @Override
    public void checkpoint() {
        behind.checkpoint();
    }

    @Override
    public long mark(SnapshotMark mark) {
        return behind.mark(mark);
    }

    @Override
    public long beginPeriod(SnapshotMark begin) {
        return behind.beginPeriod(begin);
    }

    @Override
    public void openPeriod(long begin, long end) {
        behind.openPeriod(begin, end);
    }

    @Override
    public void awaitPeriods() {
        behind.awaitPeriods();
    }

    @Override
    public long lastIndex() {
        return behind.lastIndex();
    }

    @Override
    public void sync() {
        behind.sync();
    }

    @Override
    public boolean hasRoom() {
        return behind.hasRoom();
    }

    @Override
    public void handOver() {
        behind.handOver();
    }

    @Override
    public void close() {
        behind.close();
    }
}
