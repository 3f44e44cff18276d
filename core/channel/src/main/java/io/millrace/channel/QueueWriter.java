package io.millrace.channel;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.journal.Index;
import io.millrace.memory.Memory;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/**
 * Writes calls to a queue. They are encoded one after the other in memory of the writer, each after its length and an
 * envelope, and copied into the ring when they are published.
 *
 * <p>A committed group that does not fit into the ring waits here; {@link #hasCapacity} publishes it, and is true only
 * once it is published. A group of at most half the capacity becomes visible as a whole, a larger one in parts. So no
 * thread ever waits inside a call, and a service, which asks for capacity before each input, delays at most one group.
 */
final class QueueWriter extends EncodedWriter {

    private static final int FIRST_BYTES = 1 << 12;

    /** Bytes after a call that its encoding may overwrite. */
    private static final int SLACK_BYTES = 16;

    /** Bytes before each staged payload: its length, and padding that keeps it aligned. */
    private static final int LENGTH_BYTES = 8;

    private final QueueChannel channel;
    private final BroadcastQueue queue;
    private final Envelope.SourceNumbers sources;
    private MemorySegment stage = allocate(FIRST_BYTES);
    private boolean closed;
    private long[] payloads = new long[16];
    private long payloadAt;
    private long argumentsAt;
    private long end;
    private int waitingFrom;
    private int waiting;
    private long waitingBytes;

    QueueWriter(QueueChannel channel) {
        super(channel, channel.options());
        this.channel = channel;
        this.queue = channel.queue;
        this.sources = channel.sources::number;
    }

    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, LENGTH_BYTES);
    }

    @Override
    int callOf(CallSchema schema) {
        return (int) channel.calls.number(schema);
    }

    @Override
    void prepareGroup() {
        requireCapacity();
    }

    @Override
    StagedCall view(StagedCall view, int number) {
        return view.set(channel.calls.get(frames.call(number)), stage, frames.offset(number), frames.length(number));
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
    public long commit() {
        owner.check();
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

    @Override
    public Optional<JournalChannelWriter> journalWriter() {
        return Optional.empty();
    }

    @Override
    public long lastIndex() {
        return queue.nextSequence() + waiting - waitingFrom - 1;
    }

    @Override
    public boolean hasCapacity() {
        owner.check();
        return passOn() && queue.hasRoom(queue.capacityBytes() / 8);
    }

    @Override
    void release() {
        closed = true;
        inGroup = false;
        passOn();
        channel.writerClosed();
    }

    @Override
    BinaryOutput start(int call) {
        if (!inGroup) {
            requireCapacity();
        }
        payloadAt = end + LENGTH_BYTES;
        reserve(payloadAt + Envelope.MAX_BYTES + SLACK_BYTES);
        envelope(stage, payloadAt, stage.byteSize() - SLACK_BYTES, call, frames.size(), sources);
        argumentsAt = output.position();
        return output;
    }

    @Override
    void finish(int call, long callEnd) {
        long length = callEnd - payloadAt;
        if (length > queue.maxLength()) {
            if (!inGroup) {
                forget();
            }
            throw new ChannelException("call is too long for its queue channel=" + channel.name() + " method="
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

    /** Publishes the call that was made outside a group, or forgets it if it does not fit. */
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
            throw new ChannelException("queue is full; wait until hasCapacity() channel=" + channel.name() + " bytes="
                    + bytes + " capacityBytes=" + queue.capacityBytes());
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

    /** Copies waiting calls into the ring, as far as they fit; returns whether none waits any more. */
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
    void forget() {
        frames.clear();
        end = 0;
        waiting = 0;
        waitingFrom = 0;
        waitingBytes = 0;
    }

    private void requireCapacity() {
        if (closed) {
            throw new ChannelException("writer is closed channel=" + channel.name());
        }
        if (!passOn()) {
            throw new ChannelException("a group still waits for space in the queue; wait until hasCapacity()"
                    + " channel=" + channel.name() + " calls=" + (waiting - waitingFrom) + " bytes=" + waitingBytes);
        }
    }
}
