package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Frames;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.SeekResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Finds the arguments of single calls of a channel by their index, in any order and without a walk, for views of a
 * channel that remember indexes. Finding allocates nothing. One thread at a time; where the owner check is on, a second
 * thread is refused, as by {@link Frames}.
 */
public final class CallFrames implements AutoCloseable {

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final String channel;
    private final Frames frames;
    private final Optional<MessageDecryption> decryption;
    private MemorySegment segment;
    private long offset;
    private int length;

    private CallFrames(String channel, Frames frames, Optional<MessageDecryption> decryption) {
        this.channel = channel;
        this.frames = frames;
        this.decryption = decryption;
    }

    /**
     * Returns what finds the calls of a channel, which are not encrypted.
     *
     * @param channel a channel that is a journal
     * @param ownerCheck whether a second thread is refused
     * @throws ChannelException if the channel is no journal
     */
    public static CallFrames of(Channel channel, OwnerCheck ownerCheck) {
        return new CallFrames(channel.name(), CallTailer.journal(channel).frames(ownerCheck), Optional.empty());
    }

    /**
     * Returns what finds the calls of a channel as {@link #of} does, and decrypts them where the channel is encrypted;
     * their memory is then valid until the next look-up.
     */
    public static CallFrames decrypting(Channel channel, OwnerCheck ownerCheck) {
        Journal journal = CallTailer.journal(channel);
        Optional<MessageDecryption> decryption =
                CallTailer.keys(channel).map(keys -> new MessageDecryption(journal, keys));
        return new CallFrames(channel.name(), journal.frames(ownerCheck), decryption);
    }

    /**
     * Makes the call at an index the current call.
     *
     * @param index any number
     * @return what {@link Frames#at} returns; {@code NOT_A_FRAME} also for a metadata frame
     * @throws ChannelException if the frame is no call
     */
    public SeekResult at(long index) {
        SeekResult found = frames.at(index);
        if (found != SeekResult.FOUND) {
            return found;
        }
        if (frames.kind() != FrameKind.DATA) {
            return SeekResult.NOT_A_FRAME;
        }
        segment = frames.segment();
        long at = frames.offset();
        int bytes = frames.length();
        if (decryption.isPresent()) {
            decrypt(decryption.get());
            segment = decryption.get().segment();
            at = 0;
            bytes = decryption.get().length();
        }
        boolean isCall = bytes > Envelope.PLAIN_NUMBERS_AT;
        int arguments = isCall ? segment.get(SHORT, at + Envelope.ARGUMENTS_AT) & 0xFFFF : 0;
        if (arguments <= Envelope.PLAIN_NUMBERS_AT || arguments > bytes) {
            throw new ChannelException("message is no call channel=" + channel + " index=" + Index.toText(index)
                    + " argumentsOffset=" + arguments + " length=" + bytes);
        }
        offset = at + arguments;
        length = bytes - arguments;
        return SeekResult.FOUND;
    }

    private void decrypt(MessageDecryption with) {
        if (!MessageDecryption.isEncrypted(frames)) {
            throw new ChannelException("message is not encrypted, but the channel is channel=" + channel + " index="
                    + Index.toText(frames.index()));
        }
        if (!with.decrypt(frames)) {
            throw new ChannelException("key of message is missing; the message is unreadable channel=" + channel
                    + " index=" + Index.toText(frames.index()) + " subject=" + with.subject());
        }
    }

    /** Returns the index of the current call. */
    public long index() {
        return frames.index();
    }

    /** Returns the memory that holds the arguments of the current call; it must not be written. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns where in {@link #segment()} the arguments begin. */
    public long offset() {
        return offset;
    }

    /** Returns the length of the arguments in bytes. */
    public int length() {
        return length;
    }

    /** Releases the segments. May be called again. */
    @Override
    public void close() {
        decryption.ifPresent(MessageDecryption::close);
        frames.close();
    }
}
