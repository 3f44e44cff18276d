package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Reads the calls of a channel in order, as bytes and with their schemas, for views of a channel that interpret calls
 * themselves. Unlike a {@link ChannelCursor} it is meant to be polled for each use of the view: where there is no
 * further call, {@link #next()} costs little more than a load.
 *
 * <p>Reading allocates nothing, except for new schemas. Nothing here checks that one thread at a time uses it; its user
 * does.
 */
public final class CallTailer implements AutoCloseable {

    private final String channel;
    private final Tailer tailer;
    private final FrameView view;
    private final SegmentRecords records;
    private final Envelope envelope = new Envelope();
    private KnownCall call;

    private CallTailer(String channel, Journal journal, Tailer tailer, Optional<KeyProvider> keys) {
        this.channel = channel;
        this.tailer = tailer;
        this.view = new FrameView(channel, journal, tailer, keys);
        this.records = new SegmentRecords(channel, journal, CallDecoders.NONE);
    }

    /**
     * Returns a tailer before the first call that is kept; the calls are not encrypted.
     *
     * @param channel a channel that is a journal
     * @param level the durability that a call must have before it is returned
     * @throws ChannelException if the channel is no journal
     */
    public static CallTailer of(Channel channel, Durability level) {
        return of(channel, level, Optional.empty());
    }

    /** Returns a tailer as {@link #of} does, which decrypts where the channel is encrypted. */
    public static CallTailer decrypting(Channel channel, Durability level) {
        return of(channel, level, keys(channel));
    }

    static Optional<KeyProvider> keys(Channel channel) {
        return channel instanceof JournalChannel journal ? journal.keys() : Optional.empty();
    }

    private static CallTailer of(Channel channel, Durability level, Optional<KeyProvider> keys) {
        Journal journal = journal(channel);
        return new CallTailer(
                channel.name(),
                journal,
                journal.tailer(TailerOptions.defaults()
                        .withMetadata(MetadataFrames.SKIP)
                        .withLevel(level)
                        .withOwnerCheck(OwnerCheck.OFF)),
                keys);
    }

    static Journal journal(Channel channel) {
        return channel.journal()
                .orElseThrow(() -> new ChannelException("channel is no journal channel=" + channel.name()));
    }

    /**
     * Moves to the next call, and returns whether there is one now.
     *
     * @throws ChannelException if retention removed the next calls, or the message is no call or encrypted
     * @throws io.millrace.journal.JournalDamagedException if the frame is damaged
     */
    public boolean next() {
        Read read = read();
        if (read == Read.REMOVED) {
            throw new ChannelException("retention removed the next messages before they were read channel=" + channel);
        }
        return read == Read.MESSAGE;
    }

    /**
     * Moves to the next call as {@link #next()} does, and returns {@code MESSAGE} if there is one now, {@code REMOVED}
     * if retention removed the next calls.
     */
    public Read read() {
        Read read = tailer.read();
        if (read == Read.MESSAGE) {
            take();
        }
        return read;
    }

    /** Moves before the first call that is kept. */
    public void toStart() {
        tailer.toStart();
    }

    /** Moves before the opening of the period in force, or the first call that is kept. */
    public void toPeriod() {
        tailer.toPeriod();
    }

    /** Moves after the call at an index, as {@link Tailer#seekAfter} does. */
    public SeekResult seekAfter(long index) {
        return tailer.seekAfter(index);
    }

    private void take() {
        view.look();
        if (!view.isReadable()) {
            throw view.unreadable();
        }
        records.enter(tailer.index());
        try {
            envelope.wrap(view.segment, view.offset, view.length);
            call = records.call(envelope.callNumber());
        } catch (WireException | ChannelException e) {
            throw new ChannelException(
                    "cannot read message channel=" + channel + " index=" + Index.toText(tailer.index()) + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** Returns the index of the call. */
    public long index() {
        return tailer.index();
    }

    /**
     * Returns where this tailer is: greater than the index of each call before it, and at most that of each later one.
     */
    public long boundary() {
        return tailer.boundary();
    }

    /** Returns the schema of the call; the same object for all calls of one schema. */
    public CallSchema schema() {
        return call.schema;
    }

    /** Returns the number of the call in its input's group, from 1; 0 if it has no input. */
    public long number() {
        return envelope.number();
    }

    /** Returns the index of the call's input in its source; {@link Index#NONE} if the call has no input, or several. */
    public long inputIndex() {
        return envelope.hasOneHop() ? envelope.onlyIndex() : Index.NONE;
    }

    /** Returns whether the call is the last of its group. */
    public boolean last() {
        return envelope.last();
    }

    /** Returns when the call was written, in nanoseconds since the epoch. */
    public long timeNs() {
        return envelope.timeNs();
    }

    /** Returns the memory that holds the arguments; it must not be written. */
    public MemorySegment segment() {
        return view.segment;
    }

    /** Returns where in {@link #segment()} the arguments begin. */
    public long offset() {
        return view.offset + envelope.argumentsOffset();
    }

    /** Returns the length of the arguments in bytes. */
    public int length() {
        return view.length - envelope.argumentsOffset();
    }

    /** Checks that the log may end here, as {@link Tailer#checkEnd()} does. */
    public void checkEnd() {
        tailer.checkEnd();
    }

    /** Closes the tailer. May be called again. */
    @Override
    public void close() {
        records.close();
        view.close();
        tailer.close();
    }
}
