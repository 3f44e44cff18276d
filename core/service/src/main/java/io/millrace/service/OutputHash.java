package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The hash over the calls of a channel of an order, by which nodes find out that their outputs differ. It covers each
 * call's method, its arguments, and the numbers that its inputs have outside, such as that of the entry. It leaves out
 * what belongs to one node alone, which are times and indexes, and the texts of recorded errors.
 */
public final class OutputHash {

    private static final int SHOWN_BYTES = 8;
    private static final int COPIED_BYTES = 1 << 12;

    private final MessageDigest digest;
    private final byte[] copy = new byte[COPIED_BYTES];
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
    private long calls;
    private long position = -1;

    /** Creates the hash of no calls. */
    public OutputHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new ServiceException("the platform has no SHA-256", e);
        }
    }

    /**
     * Returns the hash over the calls of a channel up to an entry: those before the first one that follows from a later
     * entry, without calls at their end that were due at a time, since these belong to the next entry.
     *
     * @param channel a channel of an order, from its beginning
     * @param position the position of the entry
     */
    public static OutputHash of(Channel channel, long position) {
        OutputHash hash = new OutputHash();
        try (ChannelCursor cursor = channel.cursor();
                ChannelCursor ahead = channel.cursor()) {
            long calls = 0;
            long upTo = 0;
            for (Entry entry = ahead.next(); entry != Entry.END; entry = ahead.next()) {
                if (entry == Entry.CALL) {
                    calls++;
                    Optional<Long> from = position(ahead.history());
                    if (from.isPresent() && from.get() > position) {
                        break;
                    }
                    upTo = from.isPresent() ? calls : upTo;
                }
            }
            while (hash.calls < upTo) {
                if (cursor.next() == Entry.CALL) {
                    hash.add(cursor);
                }
            }
        }
        return hash;
    }

    /** Adds the call at a cursor. */
    public void add(ChannelCursor cursor) {
        calls++;
        text(cursor.schema().methodName());
        History history = cursor.history();
        for (int hop = 0; hop < history.size(); hop++) {
            if (history.source(hop).isExternal()) {
                text(history.source(hop).name());
                number(history.index(hop));
            }
        }
        if (cursor.isReadable() && !RecordWriter.isError(cursor.schema())) {
            number(cursor.length());
            ByteBuffer arguments =
                    cursor.segment().asSlice(cursor.offset(), cursor.length()).asByteBuffer();
            while (arguments.hasRemaining()) {
                int length = Math.min(arguments.remaining(), copy.length);
                arguments.get(copy, 0, length);
                digest.update(copy, 0, length);
            }
        }
        position(history).ifPresent(from -> position = from);
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(long value) {
        digest.update(number.clear().putLong(value).flip());
    }

    /** Returns the position of the entry from which a call follows; empty where it was due at a time. */
    static Optional<Long> position(History history) {
        for (int hop = history.size() - 1; hop >= 0; hop--) {
            if (history.source(hop).isExternal()) {
                return history.source(hop).name().equals(TimeChannel.NAME)
                        ? Optional.empty()
                        : Optional.of(history.index(hop));
            }
        }
        return Optional.empty();
    }

    /** Returns how many calls there are. */
    public long calls() {
        return calls;
    }

    /** Returns the position of the newest entry of which there is a call, -1 where there is none. */
    public long position() {
        return position;
    }

    /** Returns the hash, 32 bytes. */
    public byte[] value() {
        try {
            return ((MessageDigest) digest.clone()).digest();
        } catch (CloneNotSupportedException e) {
            throw new ServiceException("the platform's SHA-256 cannot be copied", e);
        }
    }

    /** Returns the hash as errors name it: its first bytes, the number of calls and the position. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(Arrays.copyOf(value(), SHOWN_BYTES)) + " calls=" + calls + " position="
                + position;
    }
}
