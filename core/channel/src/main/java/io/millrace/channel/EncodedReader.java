package io.millrace.channel;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/**
 * Reads calls that travel as bytes behind an {@link Envelope}, wherever those bytes come from. A call can be looked at
 * until the next one is looked for. Allocates nothing per call, as far as the calls themselves need nothing new.
 */
abstract sealed class EncodedReader implements ChannelReader permits JournalReader, QueueReader {

    private final String channel;
    private final Object handler;
    private final UnknownMethods unknownMethods;
    private final BinaryInput arguments;
    private final Envelope envelope = new Envelope();
    private final History history = new History();

    private boolean held;
    private boolean found;
    private boolean historyRead;
    private KnownCall call;
    private MemorySegment memory;
    private long offset;
    private int length;
    private long skipped;

    EncodedReader(String channel, Object handler, ReaderOptions options) {
        this.channel = channel;
        this.handler = handler;
        this.unknownMethods = options.unknownMethods();
        this.arguments = new BinaryInput(options.limits());
    }

    /** Goes on until {@link #take} takes a message, or there is none, and says which. */
    abstract Poll advance();

    /** Returns the call that has a number in the envelope of the message that is being taken. */
    abstract KnownCall call(long number);

    /** Returns who the numbers in histories stand for. */
    abstract Envelope.Sources sources();

    /** Returns the place of the last message as errors name it. */
    abstract String indexText();

    @Override
    public final Poll poll() {
        Poll poll = next();
        if (poll == Poll.MESSAGE) {
            dispatch();
        }
        return poll;
    }

    @Override
    public final Poll next() {
        if (held) {
            return Poll.MESSAGE;
        }
        found = false;
        return advance();
    }

    /** Holds a message for whoever asked for the next one; false where its call is of no interface that is read. */
    final boolean take(MemorySegment from, long at, int bytes) {
        memory = from;
        offset = at;
        length = bytes;
        envelope.wrap(from, at, bytes);
        call = call(envelope.callNumber());
        if (call.decoder != null) {
            held = true;
            found = true;
            historyRead = false;
            return true;
        }
        if (unknownMethods == UnknownMethods.ERROR) {
            throw new ChannelException("a call is not of any interface that is read channel=" + channel + " index="
                    + indexText() + " interface=" + call.schema.interfaceName() + " method="
                    + call.schema.methodName());
        }
        skipped++;
        return false;
    }

    @Override
    public final void dispatch() {
        if (!held) {
            throw new ChannelException("there is no call to make, next comes first channel=" + channel);
        }
        held = false;
        int at = envelope.argumentsOffset();
        arguments.wrap(memory, offset + at, length - at);
        call.decoder.call(arguments, handler);
    }

    @Override
    public final void skip() {
        held = false;
    }

    /** Returns whether a message was found that is neither dispatched nor skipped. */
    final boolean isHeld() {
        return held;
    }

    /** Lets go of the message that was found, if any. */
    final void forget() {
        held = false;
        found = false;
    }

    @Override
    public final long timeNs() {
        requireFound();
        return envelope.timeNs();
    }

    @Override
    public final History history() {
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
        requireFound();
        int at = envelope.argumentsOffset();
        return call.yaml(memory, offset + at, length - at);
    }

    @Override
    public final long checksum() {
        requireFound();
        int at = envelope.argumentsOffset();
        return call.checksum(memory, offset + at, length - at);
    }

    @Override
    public final long skipped() {
        return skipped;
    }

    private void requireFound() {
        if (!found) {
            throw new ChannelException("no call was found yet channel=" + channel);
        }
    }
}
