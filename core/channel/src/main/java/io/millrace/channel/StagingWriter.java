package io.millrace.channel;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Stages calls and publishes none. The arguments of a group are encoded one after the other in memory of the writer,
 * without envelopes, which only published calls need.
 */
final class StagingWriter extends EncodedWriter {

    private static final int FIRST_BYTES = 1 << 12;

    /** Bytes after a call that its encoding may overwrite. */
    private static final int SLACK_BYTES = 16;

    private final Channel channel;
    private final CallTable calls = new CallTable();
    private MemorySegment stage = allocate(FIRST_BYTES);
    private long argumentsAt;
    private long end;

    StagingWriter(Channel channel, ChannelOptions options) {
        super(channel, options);
        this.channel = channel;
    }

    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    @Override
    int callOf(CallSchema schema) {
        return calls.add(schema);
    }

    @Override
    void prepareGroup() {
        forget();
    }

    @Override
    BinaryOutput start(int call) {
        if (!inGroup) {
            throw new ChannelException("writer only stages calls, and this call is outside a group channel="
                    + channel.name() + " method=" + calls.schema(call).methodName());
        }
        argumentsAt = end;
        reserve(argumentsAt + SLACK_BYTES);
        output.wrap(stage, argumentsAt, stage.byteSize() - SLACK_BYTES);
        return output;
    }

    @Override
    void finish(int call, long callEnd) {
        frames.add(call, argumentsAt, (int) (callEnd - argumentsAt));
        end = callEnd;
    }

    @Override
    StagedCall view(StagedCall view, int number) {
        return view.set(calls.schema(frames.call(number)), stage, frames.offset(number), frames.length(number));
    }

    @Override
    long copyArguments(MemorySegment from, long offset, int length) {
        if (output.position() + length + SLACK_BYTES > stage.byteSize()) {
            grow(output, length);
        }
        MemorySegment.copy(from, offset, stage, output.position(), length);
        return output.position() + length;
    }

    @Override
    void grow(BinaryOutput full, long neededBytes) {
        reserve(full.position() + neededBytes + SLACK_BYTES);
        full.relocate(stage, full.start(), stage.byteSize() - SLACK_BYTES);
    }

    private void reserve(long bytes) {
        if (bytes > stage.byteSize()) {
            MemorySegment larger = allocate(Math.max(bytes, 2 * stage.byteSize()));
            MemorySegment.copy(stage, 0, larger, 0, stage.byteSize());
            stage = larger;
        }
    }

    @Override
    public long commit() {
        owner.check();
        throw new ChannelException("writer only stages calls and publishes none channel=" + channel.name());
    }

    @Override
    public Optional<JournalChannelWriter> journalWriter() {
        return Optional.empty();
    }

    @Override
    public long lastIndex() {
        return channel.journal().map(Journal::lastIndex).orElse(Index.NONE);
    }

    @Override
    public boolean hasCapacity() {
        return true;
    }

    @Override
    void forget() {
        frames.clear();
        end = 0;
    }

    @Override
    void release() {
        inGroup = false;
        forget();
    }
}
