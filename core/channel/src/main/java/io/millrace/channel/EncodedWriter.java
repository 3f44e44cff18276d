package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The common part of writers of encoded calls: the generated objects that calls are made on, and the group. A call is
 * encoded at the position of the output after {@link #start} and is complete with {@link #finish}, which stages it in a
 * group and publishes it outside a group.
 */
abstract sealed class EncodedWriter implements ChannelWriter permits JournalWriter, QueueWriter, StagingWriter {

    final ThreadOwner owner;
    final EpochClock clock;
    final BinaryOutput output;
    final StagedFrames frames = new StagedFrames();
    Input input;
    boolean inGroup;
    long written;

    /** Why no call may be made now, null where calls may be made. */
    private String forbidden;

    private final Channel channel;
    private final Wire wire;
    private final StagedCall view = new StagedCall();

    EncodedWriter(Channel channel, ChannelOptions options) {
        this(channel, options, options.journal().ownerCheck());
    }

    EncodedWriter(Channel channel, ChannelOptions options, OwnerCheck ownerCheck) {
        this.channel = channel;
        this.owner = new ThreadOwner("ChannelWriter", channel.name(), ownerCheck, this::release);
        this.clock = options.clock();
        this.wire = Wire.of(options.types());
        this.output = BinaryOutput.over(this::grow, options.limits());
    }

    /** Enlarges the memory of the output, which is full. */
    abstract void grow(BinaryOutput full, long neededBytes);

    /** Returns this writer's number of a call. */
    abstract int callOf(CallSchema schema);

    /** Prepares a group, or throws if there can be none. */
    abstract void prepareGroup();

    /** Begins to encode a call; the output then accepts its arguments. */
    abstract BinaryOutput start(int call);

    /** Ends the call whose arguments end at {@code end}. */
    abstract void finish(int call, long end);

    /** Copies encoded arguments to the position of the output; returns where they end. */
    abstract long copyArguments(MemorySegment from, long offset, int length);

    /** Forgets all calls that are not published. */
    abstract void forget();

    /** Ends writing; called once. */
    abstract void release();

    /** Sets {@code view} to the staged call {@code number}. */
    abstract StagedCall view(StagedCall view, int number);

    @Override
    public final Channel target() {
        return channel;
    }

    @Override
    public final ChannelWriter targetWriter() {
        return this;
    }

    @Override
    public final <T> T as(Class<T> type) {
        return as(type, UnaryOperator.identity());
    }

    /** Returns an object as {@link #as(Class)} does, whose calls pass through what {@code around} returns. */
    final <T> T as(Class<T> type, UnaryOperator<CallSink> around) {
        owner.checkPreparation();
        Sink sink = new Sink();
        MethodWriter writer = wire.methodWriter(around.apply(sink), type);
        sink.calls = writer.calls().stream().mapToInt(this::callOf).toArray();
        return writer.as(type);
    }

    @Override
    public final void begin(Input newInput) {
        owner.check();
        if (inGroup) {
            throw new ChannelException(
                    "group is already open channel=" + channel.name() + " input=" + Index.toText(input.index()));
        }
        Objects.requireNonNull(newInput, "input");
        prepareGroup();
        input = newInput;
        inGroup = true;
    }

    @Override
    public final int staged() {
        return inGroup ? frames.size() : 0;
    }

    @Override
    public final StagedCall staged(int number) {
        owner.check();
        return view(view, number);
    }

    @Override
    public final void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        owner.check();
        int call = callOf(schema);
        start(call);
        finish(call, copyArguments(arguments, offset, length));
    }

    @Override
    public final void rollback() {
        owner.check();
        requireGroup();
        inGroup = false;
        forget();
    }

    @Override
    public final void forbidCalls(String reason) {
        forbidden = Objects.requireNonNull(reason, "reason");
    }

    @Override
    public final void allowCalls() {
        forbidden = null;
    }

    @Override
    public final void handOver() {
        owner.handOver();
    }

    @Override
    public final void close() {
        owner.close();
    }

    @Override
    public final long written() {
        return written;
    }

    /** Writes the envelope of the next call, into memory that ends at {@code limit}. */
    final void envelope(
            MemorySegment memory, long at, long limit, long callNumber, int frame, Envelope.SourceNumbers sources) {
        if (inGroup) {
            Envelope.write(output, memory, at, limit, callNumber, frame + 1L, input, sources);
        } else {
            Envelope.write(output, memory, at, limit, callNumber);
        }
    }

    final void requireGroup() {
        if (!inGroup) {
            throw new ChannelException("no group is open channel=" + channel.name());
        }
    }

    final void requireNoGroup() {
        if (inGroup) {
            throw new ChannelException("group is open channel=" + channel.name());
        }
    }

    /** Accepts the calls of one interface; its numbers are those of the generated writer. */
    private final class Sink implements CallSink {

        private int[] calls;

        private Sink() {}

        @Override
        public BinaryOutput begin(int method) {
            owner.check();
            if (forbidden != null) {
                throw new ChannelException(forbidden);
            }
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
