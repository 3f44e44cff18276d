package io.millrace.channel;

import io.millrace.concurrent.BroadcastReader;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;

/**
 * Reads the calls of a queue, forward only. A call can be looked at until the next one is looked for. Allocates nothing
 * per call, as far as the calls themselves need nothing new.
 */
final class QueueReader implements ChannelReader {

    private final QueueChannel channel;
    private final BroadcastReader frames;
    private final Object handler;
    private final UnknownMethods unknownMethods;
    private final Wire wire;
    private final ReaderOptions options;
    private final Class<?>[] interfaces;
    private final LongTable<KnownCall> calls = new LongTable<>();
    private final BinaryInput arguments;
    private final Envelope envelope = new Envelope();
    private final Envelope.Sources sources;
    private final History history = new History();
    private boolean held;
    private boolean found;
    private boolean historyRead;
    private KnownCall call;
    private long callNumber;
    private long index = Index.NONE;
    private long skipped;

    QueueReader(
            QueueChannel channel,
            BroadcastReader frames,
            Object handler,
            ReaderOptions options,
            Class<?>... interfaces) {
        this.channel = channel;
        this.frames = frames;
        this.handler = handler;
        this.unknownMethods = options.unknownMethods();
        this.wire = Wire.of(options.types());
        this.options = options;
        this.interfaces = interfaces.clone();
        this.arguments = new BinaryInput(options.limits());
        this.sources = channel.sources::get;
    }

    @Override
    public Poll poll() {
        Poll poll = next();
        if (poll == Poll.MESSAGE) {
            dispatch();
        }
        return poll;
    }

    @Override
    public Poll next() {
        if (held) {
            return Poll.MESSAGE;
        }
        while (frames.next()) {
            index = frames.sequence();
            envelope.wrap(frames.memory(), frames.offset(), frames.length());
            find(envelope.callNumber());
            if (call.decoder != null) {
                held = true;
                found = true;
                historyRead = false;
                return Poll.MESSAGE;
            }
            unknown();
        }
        found = false;
        return Poll.NOTHING;
    }

    private void find(long number) {
        if (number == callNumber) {
            return;
        }
        KnownCall known = calls.get(number);
        if (known == null) {
            CallSchema schema = channel.calls.get(number);
            known = new KnownCall(schema, wire.callDecoder(schema, options.hooks(), interfaces));
            calls.put(number, known);
        }
        call = known;
        callNumber = number;
    }

    private void unknown() {
        if (unknownMethods == UnknownMethods.ERROR) {
            throw new ChannelException("a call is not of any interface that is read channel=" + channel.name()
                    + " index=" + index + " interface=" + call.schema.interfaceName() + " method="
                    + call.schema.methodName());
        }
        skipped++;
    }

    @Override
    public void dispatch() {
        if (!held) {
            throw new ChannelException("there is no call to make, next comes first channel=" + channel.name());
        }
        held = false;
        int at = envelope.argumentsOffset();
        arguments.wrap(frames.memory(), frames.offset() + at, frames.length() - at);
        call.decoder.call(arguments, handler);
    }

    @Override
    public void skip() {
        held = false;
    }

    @Override
    public Source source() {
        return channel.source();
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long timeNs() {
        requireFound();
        return envelope.timeNs();
    }

    @Override
    public History history() {
        requireFound();
        if (!historyRead) {
            envelope.history(history, sources);
            historyRead = true;
        }
        return history;
    }

    @Override
    public CallSchema call() {
        requireFound();
        return call.schema;
    }

    @Override
    public String yaml() {
        requireFound();
        int at = envelope.argumentsOffset();
        return call.yaml(frames.memory(), frames.offset() + at, frames.length() - at);
    }

    @Override
    public long skipped() {
        return skipped;
    }

    /** Does nothing if nothing was taken yet, and refuses otherwise: what was taken is gone. */
    @Override
    public long forgottenCalls() {
        return 0;
    }

    @Override
    public void toStart() {
        if (index != Index.NONE) {
            throw gone("the first");
        }
    }

    @Override
    public void toEnd() {
        held = false;
        found = false;
        while (frames.next()) {
            index = frames.sequence();
        }
    }

    /** Refuses: what was taken is gone, and what was not is reached by taking it. */
    @Override
    public void seek(long wanted) {
        throw gone(Long.toString(wanted));
    }

    /** Does nothing if {@code wanted} is the call that was taken last, and refuses otherwise. */
    @Override
    public void seekAfter(long wanted) {
        if (wanted != index || held) {
            throw gone("behind " + wanted);
        }
    }

    private ChannelException gone(String wanted) {
        return new ChannelException("a queue is read forward only, what was taken is gone channel=" + channel.name()
                + " wanted=" + wanted + " lastRead=" + index);
    }

    @Override
    public void close() {
        frames.close();
    }

    private void requireFound() {
        if (!found) {
            throw new ChannelException("no call was found yet channel=" + channel.name());
        }
    }
}
