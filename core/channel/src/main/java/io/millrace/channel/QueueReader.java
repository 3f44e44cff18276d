package io.millrace.channel;

import io.millrace.concurrent.BroadcastReader;
import io.millrace.journal.Index;
import io.millrace.wire.CallSchema;
import java.time.Instant;

/** Reads the calls of a queue, forward only. */
final class QueueReader extends EncodedReader {

    private final QueueChannel channel;
    private final BroadcastReader frames;
    private final CallDecoders decoders;
    private final LongTable<KnownCall> calls = new LongTable<>();
    private final Envelope.Sources sources;
    private KnownCall call;
    private long callNumber;
    private long index = Index.NONE;

    QueueReader(
            QueueChannel channel,
            BroadcastReader frames,
            Object handler,
            ReaderOptions options,
            Class<?>... interfaces) {
        super(channel, handler, options);
        this.channel = channel;
        this.frames = frames;
        this.decoders = new CallDecoders(options, interfaces);
        this.sources = channel.sources::get;
    }

    @Override
    Poll advance() {
        while (frames.next()) {
            index = frames.sequence();
            if (take(frames.memory(), frames.offset(), frames.length())) {
                return Poll.MESSAGE;
            }
        }
        return Poll.NOTHING;
    }

    @Override
    KnownCall call(long number) {
        if (number == callNumber) {
            return call;
        }
        KnownCall known = calls.get(number);
        if (known == null) {
            CallSchema schema = channel.calls.get(number);
            known = decoders.apply(schema);
            calls.put(number, known);
        }
        call = known;
        callNumber = number;
        return known;
    }

    @Override
    Envelope.Sources sources() {
        return sources;
    }

    @Override
    String indexText() {
        return Long.toString(index);
    }

    @Override
    public Source source() {
        return channel.source();
    }

    @Override
    public long index() {
        return index;
    }

    /** Returns zero: nothing in a queue is encrypted. */
    @Override
    public long forgottenCalls() {
        return 0;
    }

    /** Checks that no call was read yet, and refuses otherwise: calls that were read are removed. */
    @Override
    public void toStart() {
        if (index != Index.NONE) {
            throw gone("the first");
        }
    }

    @Override
    public void toPeriod() {
        toStart();
    }

    @Override
    public void toEnd() {
        owner.check();
        forget();
        while (frames.next()) {
            index = frames.sequence();
        }
    }

    /** Refuses: calls that were read are removed, and later calls are reached by reading. */
    @Override
    public void seek(long wanted) {
        throw gone(Long.toString(wanted));
    }

    /** Checks that {@code wanted} is the call that was read last, and refuses otherwise. */
    @Override
    public void seekAfter(long wanted) {
        if (wanted != index || isHeld()) {
            throw gone("after " + wanted);
        }
    }

    @Override
    public void seekTime(Instant time) {
        owner.check();
        long timeNs = EpochNs.of(time);
        if (!isHeld() || timeNs() < timeNs) {
            forget();
            passBefore(timeNs);
        }
    }

    private ChannelException gone(String wanted) {
        return new ChannelException("queue can be read forward only channel=" + channel.name() + " wanted=" + wanted
                + " lastRead=" + index);
    }

    @Override
    void release() {
        frames.close();
    }
}
