package io.millrace.channel;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.ThreadOwner;
import io.millrace.journal.JournalClosedException;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads calls that travel as bytes after an {@link Envelope}, from any source of such bytes. A call can be inspected
 * until the next call is read. Allocates nothing per call, except for new objects of the calls themselves.
 */
abstract sealed class EncodedReader implements ChannelReader permits JournalReader, QueueReader {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    final ThreadOwner owner;
    private final Channel channel;
    private Object handler;
    private final UnknownMethods unknownMethods;
    private final BinaryInput arguments;
    private final Envelope envelope = new Envelope();
    private final History history = new History();

    private boolean held;
    private boolean found;
    private boolean historyRead;
    private KnownCall call;
    private Object result;

    /** Kept so that a stream of calls of one source allocates nothing. */
    private Optional<Source> lastOrigin = Optional.empty();

    private MemorySegment memory;
    private long offset;
    private int length;
    private long skipped;

    /** Calls written before this are skipped until the first that was not. */
    private long earliestNs = Long.MIN_VALUE;

    EncodedReader(Channel channel, Object handler, ReaderOptions options) {
        this.channel = channel;
        this.owner = new ThreadOwner(
                "ChannelReader", channel.name(), options.tailer().ownerCheck(), this::release);
        this.handler = handler;
        this.unknownMethods = options.unknownMethods();
        this.arguments = new BinaryInput(options.limits());
    }

    /** Continues until {@link #take} accepts a message, or there is none, and returns which. */
    abstract Poll advance();

    /** Returns the call with the number in the envelope of the current message. */
    abstract KnownCall call(long number);

    /** Returns the sources of the numbers in histories. */
    abstract Envelope.Sources sources();

    /** Returns the index of the last message as text for errors. */
    abstract String indexText();

    /** Ends reading; called once. */
    abstract void release();

    @Override
    public final Poll poll() {
        Poll poll = next();
        if (poll == Poll.MESSAGE) {
            make();
        }
        return poll;
    }

    @Override
    public final Poll next() {
        owner.check();
        return find();
    }

    private Poll find() {
        if (held) {
            return Poll.MESSAGE;
        }
        found = false;
        return advance();
    }

    @Override
    public final Waited read(IdleStrategy idle) {
        return await(Long.MAX_VALUE, idle);
    }

    @Override
    public final Waited read(Duration timeout, IdleStrategy idle) {
        boolean isLong = timeout.compareTo(LONGEST) > 0;
        return await(isLong ? Long.MAX_VALUE : Math.max(0, timeout.toNanos()), idle);
    }

    @Override
    public final Waited run(IdleStrategy idle) {
        while (!Thread.currentThread().isInterrupted()) {
            Waited waited = await(Long.MAX_VALUE, idle);
            if (waited != Waited.MESSAGE) {
                return waited;
            }
        }
        return Waited.INTERRUPTED;
    }

    private Waited await(long timeoutNs, IdleStrategy idle) {
        idle.reset();
        long startNs = 0;
        boolean isWaiting = false;
        while (true) {
            owner.check(); // this thread releases here what another thread has closed
            if (owner.isClosed()) {
                return Waited.CLOSED;
            }
            boolean ended = channel.ended();
            Poll poll;
            try {
                poll = find();
            } catch (JournalClosedException e) { // by the channel
                return Waited.CLOSED;
            }
            if (poll == Poll.MESSAGE) {
                make();
                return Waited.MESSAGE;
            }
            if ((ended || atEnd()) && poll == Poll.NOTHING) {
                return Waited.DRAINED;
            }
            if (Thread.currentThread().isInterrupted()) {
                return Waited.INTERRUPTED;
            }
            long nowNs = System.nanoTime();
            startNs = isWaiting ? startNs : nowNs;
            isWaiting = true;
            if (nowNs - startNs >= timeoutNs) {
                return Waited.TIMED_OUT;
            }
            idle.idle();
        }
    }

    /**
     * Holds a message for the caller of {@link #next}; returns false if its call belongs to no interface of this
     * reader.
     */
    final boolean take(MemorySegment from, long at, int bytes) {
        memory = from;
        offset = at;
        length = bytes;
        envelope.wrap(from, at, bytes);
        if (earliestNs != Long.MIN_VALUE && isEarly(from, at, bytes)) {
            return false;
        }
        call = call(envelope.callNumber());
        if (call.decoder != null) {
            held = true;
            found = true;
            historyRead = false;
            return true;
        }
        if (call.isReserved) {
            return false;
        }
        if (unknownMethods == UnknownMethods.ERROR) {
            throw new ChannelException(
                    "call belongs to no interface of this reader channel=" + channel.name() + " index="
                            + indexText() + " interface=" + call.schema.interfaceName() + " method="
                            + call.schema.methodName());
        }
        skipped++;
        return false;
    }

    @Override
    public final void dispatch() {
        owner.check();
        if (!held) {
            throw new ChannelException("no call was read; call next() first channel=" + channel.name());
        }
        make();
    }

    private void make() {
        held = false;
        int at = envelope.argumentsOffset();
        arguments.wrap(memory, offset + at, length - at);
        call.decoder.call(arguments, handler);
        if (call.answered != null) {
            result = call.decoder.takeResult();
        }
    }

    @Override
    public final Object result() {
        Object taken = result;
        result = null;
        return taken;
    }

    @Override
    public final Optional<Method> answered() {
        requireFound();
        return Optional.ofNullable(call.answered);
    }

    @Override
    public final Optional<Source> onlyOrigin() {
        requireFound();
        Source found = envelope.hasOneHop() ? sources().source(envelope.onlySource()) : beforeOrder();
        if (found == null) {
            return Optional.empty();
        }
        if (lastOrigin.isEmpty() || !lastOrigin.get().equals(found)) {
            lastOrigin = Optional.of(found);
        }
        return lastOrigin;
    }

    /** Returns the source of the older of two external hops, null where there are others. */
    private Source beforeOrder() {
        if (!envelope.hasTwoHops()) {
            return null;
        }
        History hops = history();
        return hops.source(0).isExternal() && hops.source(1).isExternal() ? hops.source(0) : null;
    }

    @Override
    public final void handler(Object other) {
        owner.check();
        if (!handler.getClass().equals(other.getClass())) {
            throw new ChannelException("a reader keeps the class of its handler channel=" + channel.name() + " class="
                    + handler.getClass().getName() + " other="
                    + other.getClass().getName());
        }
        handler = other;
    }

    @Override
    public final void skip() {
        owner.check();
        held = false;
    }

    /** Returns whether a message was found that is neither dispatched nor skipped. */
    final boolean isHeld() {
        return held;
    }

    /** Releases the message that was found, if any. */
    final void forget() {
        held = false;
        found = false;
        earliestNs = Long.MIN_VALUE;
    }

    /** Skips calls that were written before a time, until the first that was not. */
    final void passBefore(long timeNs) {
        earliestNs = timeNs;
    }

    /** Returns whether early calls are skipped. */
    final boolean passesEarly() {
        return earliestNs != Long.MIN_VALUE;
    }

    /** Returns whether a message is skipped because it was written too early. */
    final boolean isEarly(MemorySegment from, long at, int bytes) {
        envelope.wrap(from, at, bytes);
        boolean early = envelope.timeNs() < earliestNs;
        if (!early) {
            earliestNs = Long.MIN_VALUE;
        }
        return early;
    }

    @Override
    public final long timeNs() {
        requireFound();
        return envelope.timeNs();
    }

    @Override
    public final History history() {
        owner.check();
        requireFound();
        if (!historyRead) {
            envelope.history(history, sources());
            historyRead = true;
        }
        return history;
    }

    @Override
    public final CallSchema call() {
        requireFound();
        return call.schema;
    }

    @Override
    public final String yaml() {
        owner.check();
        requireFound();
        int at = envelope.argumentsOffset();
        return call.yaml(memory, offset + at, length - at);
    }

    @Override
    public final long checksum() {
        owner.check();
        requireFound();
        int at = envelope.argumentsOffset();
        return call.checksum(memory, offset + at, length - at);
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
    public final long skipped() {
        return skipped;
    }

    private void requireFound() {
        if (!found) {
            throw new ChannelException("no call was read yet channel=" + channel.name());
        }
    }
}
