package io.millrace.channel;

import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;

/** Reads the calls of a journal. Allocates nothing per call, as far as the calls themselves need nothing new. */
final class JournalReader implements ChannelReader {

    private final JournalChannel channel;
    private final Object handler;
    private final UnknownMethods unknownMethods;
    private final Tailer tailer;
    private final FrameView view;
    private final SegmentRecords records;
    private final BinaryInput arguments;
    private final Envelope envelope = new Envelope();
    private final History history = new History();
    private boolean held;
    private boolean found;
    private boolean historyRead;
    private KnownCall call;
    private long index = Index.NONE;
    private long skipped;
    private long forgotten;

    JournalReader(
            JournalChannel channel,
            Tailer tailer,
            FrameView view,
            Object handler,
            ReaderOptions options,
            Class<?>... interfaces) {
        Wire wire = Wire.of(options.types());
        this.channel = channel;
        this.handler = handler;
        this.unknownMethods = options.unknownMethods();
        this.tailer = tailer;
        this.view = view;
        this.records = new SegmentRecords(
                channel.name(), channel.open(), schema -> wire.callDecoder(schema, options.hooks(), interfaces));
        this.arguments = new BinaryInput(options.limits());
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
        while (true) {
            Read read = tailer.read();
            if (read != Read.MESSAGE) {
                found = false;
                if (read == Read.REMOVED) {
                    throw new ChannelException(
                            "the next messages were removed by retention before they were read channel="
                                    + channel.name() + " index=" + Index.toText(index));
                }
                return read == Read.NOT_SYNCED ? Poll.NOT_SYNCED : Poll.NOTHING;
            }
            index = tailer.index();
            records.enter(index);
            view.look();
            if (!view.isReadable()) {
                forgotten();
                continue;
            }
            envelope.wrap(view.segment, view.offset, view.length);
            call = records.call(envelope.callNumber());
            if (call.decoder != null) {
                held = true;
                found = true;
                historyRead = false;
                return Poll.MESSAGE;
            }
            unknown();
        }
    }

    @Override
    public void dispatch() {
        if (!held) {
            throw new ChannelException("there is no call to make, next comes first channel=" + channel.name());
        }
        held = false;
        int at = envelope.argumentsOffset();
        arguments.wrap(view.segment, view.offset + at, view.length - at);
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
            envelope.history(history, records);
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
        return call.yaml(view.segment, view.offset + at, view.length - at);
    }

    @Override
    public long skipped() {
        return skipped;
    }

    @Override
    public long forgottenCalls() {
        return forgotten;
    }

    @Override
    public void toStart() {
        tailer.toStart();
        forget();
    }

    @Override
    public void toEnd() {
        tailer.toEnd();
        forget();
    }

    @Override
    public void seek(long index) {
        SeekResult result = tailer.seek(index);
        if (result != SeekResult.FOUND) {
            throw new ChannelException("there is no message channel=" + channel.name() + " index=" + Index.toText(index)
                    + " result=" + result + " lastIndex=" + Index.toText(channel.lastIndex()));
        }
        forget();
    }

    @Override
    public void seekAfter(long index) {
        if (index == Index.NONE) {
            toStart();
            return;
        }
        seek(index);
        Read read = tailer.read();
        if (read != Read.MESSAGE) {
            throw new ChannelException("a message cannot be passed over channel=" + channel.name() + " index="
                    + Index.toText(index) + " read=" + read);
        }
    }

    @Override
    public void close() {
        records.close();
        view.close();
        tailer.close();
    }

    private void forgotten() {
        if (!view.hasKeys()) {
            throw view.unreadable();
        }
        forgotten++;
    }

    private void unknown() {
        if (unknownMethods == UnknownMethods.ERROR) {
            throw new ChannelException(
                    "a call is not of any interface that is read channel=" + channel.name() + " index="
                            + Index.toText(index) + " interface=" + call.schema.interfaceName() + " method="
                            + call.schema.methodName());
        }
        skipped++;
    }

    private void forget() {
        held = false;
        found = false;
    }

    private void requireFound() {
        if (!found) {
            throw new ChannelException("no call was found yet channel=" + channel.name());
        }
    }
}
