package io.millrace.channel;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.journal.Index;
import io.millrace.memory.Memory;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Writes calls to a queue. They are encoded one behind the other in memory of the writer, each behind its length and an
 * envelope, and copied into the ring when they are published.
 *
 * <p>A group that is committed while the ring has no room for it waits here; {@link #hasRoom} passes it on, and is true
 * only once it has gone. One of at most half the capacity is shown to readers whole, a larger one in parts. So nothing
 * ever waits inside a call, and a service, which asks for room before each input, holds back at most one group.
 *
 * <p>One thread at a time.
 */
final class QueueWriter implements ChannelWriter {

    private static final int FIRST_BYTES = 1 << 12;

    /** Bytes behind a call that its encoding may scribble on. */
    private static final int SLACK_BYTES = 16;

    /** What stands in front of each staged payload: its length, and room that keeps it aligned. */
    private static final int LENGTH_BYTES = 8;

    private final QueueChannel channel;
    private final BroadcastQueue queue;
    private final EpochClock clock;
    private final Wire wire;
    private final BinaryOutput output;
    private final Envelope.SourceNumbers sources;
    private final StagedFrames frames = new StagedFrames();
    private final StagedCall view = new StagedCall();
    private MemorySegment stage = allocate(FIRST_BYTES);
    private Input input;
    private boolean inGroup;
    private boolean closed;
    private long[] payloads = new long[16];
    private long payloadAt;
    private long argumentsAt;
    private long end;
    private int waitingFrom;
    private int waiting;
    private long waitingBytes;
    private long written;

    QueueWriter(QueueChannel channel) {
        this.channel = channel;
        this.queue = channel.queue;
        this.sources = channel.sources::number;
        this.clock = channel.options().clock();
        this.wire = Wire.of(channel.options().types());
        this.output = BinaryOutput.over(this::grow, channel.options().limits());
    }

    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, LENGTH_BYTES);
    }

    @Override
    public Channel target() {
        return channel;
    }

    @Override
    public ChannelWriter targetWriter() {
        return this;
    }

    @Override
    public <T> T as(Class<T> type) {
        Sink sink = new Sink();
        MethodWriter writer = wire.methodWriter(sink, type);
        sink.calls = writer.calls().stream()
                .mapToInt(call -> (int) channel.calls.number(call))
                .toArray();
        return writer.as(type);
    }

    @Override
    public void begin(Input newInput) {
        if (inGroup) {
            throw new ChannelException(
                    "a group is open already channel=" + channel.name() + " input=" + Index.toText(newInput.index()));
        }
        requireRoom();
        input = newInput;
        inGroup = true;
    }

    @Override
    public int staged() {
        return inGroup ? frames.size() : 0;
    }

    @Override
    public StagedCall staged(int number) {
        return view.set(channel.calls.get(frames.call(number)), stage, frames.offset(number), frames.length(number));
    }

    @Override
    public void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        int call = (int) channel.calls.number(schema);
        start(call);
        if (output.position() + length + SLACK_BYTES > stage.byteSize()) {
            grow(output, length);
        }
        MemorySegment.copy(arguments, offset, stage, output.position(), length);
        finish(call, output.position() + length);
    }

    @Override
    public long commit() {
        requireGroup();
        inGroup = false;
        int count = frames.size();
        if (count == 0) {
            return Index.NONE;
        }
        long first = queue.nextSequence();
        stamp(count);
        written += count;
        waiting = count;
        waitingFrom = 0;
        waitingBytes = ringBytes(count);
        passOn();
        return first;
    }

    /** Commits; a queue begins empty with every run, so none of a group's calls can stand in it already. */
    @Override
    public long commitAfter(int alreadyWritten) {
        if (alreadyWritten != NONE_WRITTEN) {
            throw new ChannelException("calls are said to be written to a queue by an earlier run channel="
                    + channel.name() + " written=" + alreadyWritten);
        }
        return commit();
    }

    @Override
    public void rollback() {
        requireGroup();
        inGroup = false;
        forget();
    }

    @Override
    public long written() {
        return written;
    }

    /** None: what a queue's reader has taken is noted in the channel that it writes, if anywhere. */
    @Override
    public int pendingRuns() {
        return 0;
    }

    @Override
    public void checkpoint() {
        // a queue keeps no record of what was taken
    }

    @Override
    public long mark(SnapshotMark mark) {
        throw new ChannelException("a queue stores nothing, so no snapshots channel=" + channel.name());
    }

    @Override
    public long lastIndex() {
        return queue.nextSequence() + waiting - waitingFrom - 1;
    }

    @Override
    public void sync() {
        throw new ChannelException("what is in a queue survives nothing channel=" + channel.name());
    }

    @Override
    public boolean hasRoom() {
        return passOn() && queue.hasRoom(queue.capacityBytes() / 8);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            passOn();
            channel.writerClosed();
        }
    }

    /** Begins to encode a call; the output then takes its arguments. */
    private BinaryOutput start(int call) {
        if (!inGroup) {
            requireRoom();
        }
        payloadAt = end + LENGTH_BYTES;
        reserve(payloadAt + Envelope.MAX_BYTES + SLACK_BYTES);
        long limit = stage.byteSize() - SLACK_BYTES;
        if (inGroup) {
            Envelope.write(output, stage, payloadAt, limit, call, frames.size() + 1L, input, sources);
        } else {
            Envelope.write(output, stage, payloadAt, limit, call);
        }
        argumentsAt = output.position();
        return output;
    }

    private void finish(int call, long callEnd) {
        long length = callEnd - payloadAt;
        if (length > queue.maxLength()) {
            if (!inGroup) {
                forget();
            }
            throw new ChannelException("a call is too long for its queue channel=" + channel.name() + " method="
                    + channel.calls.get(call).methodName() + " bytes=" + length + " limit=" + queue.maxLength()
                    + " capacityBytes=" + queue.capacityBytes());
        }
        if (frames.size() == payloads.length) {
            payloads = Arrays.copyOf(payloads, payloads.length * 2);
        }
        payloads[frames.size()] = payloadAt;
        frames.add(call, argumentsAt, (int) (callEnd - argumentsAt));
        Memory.setIntPlain(stage, payloadAt - LENGTH_BYTES, (int) length);
        end = callEnd + (-callEnd & (LENGTH_BYTES - 1));
        if (!inGroup) {
            publishOne();
        }
    }

    /** Publishes the call that was made outside a group, or forgets it where it finds no room. */
    private void publishOne() {
        stamp(1);
        waiting = 1;
        waitingFrom = 0;
        waitingBytes = ringBytes(1);
        written++;
        passOn();
        if (waiting > 0) {
            written--;
            long bytes = waitingBytes;
            forget();
            throw new ChannelException("a queue is full, hasRoom() tells when there is room channel=" + channel.name()
                    + " bytes=" + bytes + " capacityBytes=" + queue.capacityBytes());
        }
    }

    /** Sets the time of the staged calls and marks the last one. */
    private void stamp(int count) {
        long nowNs = clock.nowNs();
        for (int frame = 0; frame < count; frame++) {
            Envelope.stamp(stage, payloads[frame], nowNs);
        }
        Envelope.markLast(stage, payloads[count - 1]);
    }

    private long ringBytes(int count) {
        long bytes = 0;
        for (int frame = 0; frame < count; frame++) {
            bytes += BroadcastQueue.frameBytes(length(frame));
        }
        return bytes;
    }

    private int length(int frame) {
        return Memory.getIntPlain(stage, payloads[frame] - LENGTH_BYTES);
    }

    /** Copies what waits into the ring, as far as there is room; returns whether nothing waits any more. */
    private boolean passOn() {
        if (waiting == 0) {
            return true;
        }
        boolean whole = waitingBytes <= queue.capacityBytes() / 2;
        if (whole && !queue.hasRoom(waitingBytes)) {
            return false;
        }
        int first = waitingFrom;
        while (waitingFrom < waiting) {
            int length = length(waitingFrom);
            long at = queue.claim(length);
            if (at == BroadcastQueue.FULL) {
                break;
            }
            MemorySegment.copy(stage, payloads[waitingFrom], queue.memory(), at, length);
            waitingFrom++;
        }
        if (waitingFrom > first) {
            queue.publish();
        }
        if (waitingFrom < waiting) {
            return false;
        }
        forget();
        return true;
    }

    /** Gives the output a larger place. */
    private void grow(BinaryOutput full, long neededBytes) {
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

    private void forget() {
        frames.clear();
        end = 0;
        waiting = 0;
        waitingFrom = 0;
        waitingBytes = 0;
    }

    private void requireGroup() {
        if (!inGroup) {
            throw new ChannelException("no group is open channel=" + channel.name());
        }
    }

    private void requireRoom() {
        if (!passOn()) {
            throw new ChannelException("a group still waits for room in the queue, hasRoom() tells when it has gone"
                    + " channel=" + channel.name() + " calls=" + (waiting - waitingFrom) + " bytes=" + waitingBytes);
        }
    }

    /** Takes the calls of one interface; its numbers are those of the generated writer. */
    private final class Sink implements CallSink {

        private int[] calls;

        private Sink() {}

        @Override
        public BinaryOutput begin(int method) {
            return start(calls[method]);
        }

        @Override
        public void end(int method) {
            finish(calls[method], output.position());
        }

        @Override
        public void abort(int method, Throwable error) {
            if (!inGroup) {
                forget();
            }
        }
    }
}
