package io.millrace.channel;

import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.SeekResult;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Reads any channel as text, without the classes of its messages: each call is a YAML document, with its index, the
 * time it was written and its history. For one thread. {@link #append} converts text to calls, and needs the
 * interfaces.
 */
public final class ChannelText implements AutoCloseable {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Channel owned;
    private final ChannelCursor cursor;

    private ChannelText(Channel owned, ChannelCursor cursor) {
        this.owned = owned;
        this.cursor = cursor;
    }

    /** Opens the channel in {@code directory} for reading only; {@link #close} closes it. */
    public static ChannelText open(Path directory) {
        return open(Channel.readOnly(directory));
    }

    /** Opens the channel in {@code directory} with the keys of its messages, for reading only. */
    public static ChannelText open(Path directory, KeyProvider keys) {
        return open(Channel.readOnly(directory, keys));
    }

    private static ChannelText open(Channel channel) {
        try {
            return new ChannelText(channel, channel.cursor());
        } catch (RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Reads a channel that is open and stays open. */
    public static ChannelText of(Channel channel) {
        return new ChannelText(null, channel.cursor());
    }

    /** Moves to the next call, skipping calls whose keys were deleted; {@link Poll#NOTHING} if there is none yet. */
    public Poll next() {
        while (true) {
            Entry entry = cursor.next();
            if (entry == Entry.CALL && (cursor.isReadable() || !cursor.hasKeys())) {
                return Poll.MESSAGE;
            }
            if (entry == Entry.END) {
                return Poll.NOTHING;
            }
        }
    }

    /** Returns the index of the call. */
    public long index() {
        return cursor.index();
    }

    /** Returns when the call was written. */
    public Instant time() {
        return instant(cursor.timeNs());
    }

    /** Returns the hops of the call; reused, valid until the next one. */
    public History history() {
        return cursor.history();
    }

    /** Returns the method of the call and its parameters. */
    public CallSchema schema() {
        return cursor.schema();
    }

    /** Returns the call as a YAML document, without the separator. */
    public String yaml() {
        return cursor.yaml();
    }

    /** Returns index, time and hops as one YAML comment, for example {@code # 0:4096 2026-01-01T00:00:00Z feed@17}. */
    public String comment() {
        StringBuilder text = new StringBuilder("# ");
        text.append(Index.toText(index())).append(' ').append(time());
        History hops = history();
        if (hops.olderLeftOut()) {
            text.append(" ...");
        }
        for (int hop = 0; hop < hops.size(); hop++) {
            Source source = hops.source(hop);
            long index = hops.index(hop);
            text.append(' ').append(source.name()).append('@');
            if (source.isExternal()) {
                text.append(index);
            } else {
                text.append(Index.toText(index));
            }
        }
        return text.toString();
    }

    /** Moves before the first call. */
    public void toStart() {
        cursor.toStart();
    }

    /** Moves after the last present call. */
    public void toEnd() {
        cursor.toEnd();
    }

    /** Moves after the record at {@code index}; throws if there is none. */
    public void seekAfter(long index) {
        cursor.seekAfter(index);
    }

    /** Moves before the record at {@code index}; throws if there is none. */
    public void seek(long index) {
        SeekResult result = cursor.seek(index);
        if (result != SeekResult.FOUND) {
            throw new ChannelException("record does not exist index=" + Index.toText(index) + " result=" + result
                    + " lastIndex=" + Index.toText(cursor.lastIndex()));
        }
    }

    /** Moves before the first call written at {@code time} or later. */
    public void seekTime(Instant time) {
        cursor.seekTime(time);
    }

    /** Sets the direction of {@link #next}. */
    public void direction(Direction direction) {
        cursor.direction(direction);
    }

    /** Ends reading. */
    @Override
    public void close() {
        cursor.close();
        if (owned != null) {
            owned.close();
        }
    }

    /**
     * Appends the calls of a stream of YAML documents to a channel, each published as soon as it has been read.
     *
     * @param channel the channel
     * @param yaml the documents
     * @param options how unknown keys are treated, and the bounds
     * @param wire the allow-list
     * @param interfaces the interfaces whose calls the documents may hold
     * @return how many calls were appended
     * @throws io.millrace.wire.WireException if a document is not such a call; the calls before it are appended
     */
    public static long append(
            ChannelWriter channel, Reader yaml, TextOptions options, Wire wire, Class<?>... interfaces) {
        return append(() -> channel, yaml, options, wire, _ -> {}, interfaces);
    }

    /**
     * Appends as the other method does, and reports its progress.
     *
     * @param channel the channel; first asked for when there is a call, so that a text without a valid call need not
     *     create a channel
     * @param progress called after each call with the number of appended calls, so that the caller knows it also if
     *     this throws
     * @return how many calls were appended
     * @throws io.millrace.wire.WireException if a document is not such a call; the calls before it are appended
     */
    public static long append(
            Supplier<ChannelWriter> channel,
            Reader yaml,
            TextOptions options,
            Wire wire,
            LongConsumer progress,
            Class<?>... interfaces) {
        List<CallSchema> calls = wire.calls(interfaces);
        YamlCalls documents = YamlCalls.read(yaml, calls, options);
        BinaryOutput arguments = BinaryOutput.allocate(1024, options.limits());
        long appended = 0;
        while (documents.next()) {
            arguments.reset();
            documents.arguments(arguments);
            channel.get().call(calls.get(documents.call()), arguments.segment(), arguments.start(), arguments.length());
            appended++;
            progress.accept(appended);
        }
        return appended;
    }

    static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(
                Math.floorDiv(epochNs, NANOS_PER_SECOND), Math.floorMod(epochNs, NANOS_PER_SECOND));
    }
}
