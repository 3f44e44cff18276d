package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.util.List;
import java.util.OptionalLong;

/**
 * The message that is traced, with its history.
 *
 * @param message the message
 * @param history the hops that led to it, oldest first
 * @param olderLeftOut whether older hops were left out
 */
record TraceStart(TracedMessage message, List<Hop> history, boolean olderLeftOut) {

    /**
     * Reads the message.
     *
     * @throws TraceException if there is none at the index
     */
    static TraceStart read(TraceSession session, MessageReader messages, Channel channel, long index) {
        String position = " channel=" + channel.name() + " index=" + Index.toText(index);
        ChannelCursor cursor;
        SeekResult result;
        Entry entry = Entry.END;
        try {
            cursor = session.reader(channel);
            cursor.direction(Direction.FORWARD);
            result = cursor.seek(index);
            entry = result == SeekResult.FOUND ? cursor.next() : Entry.END;
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            session.notes.missing("cannot read the message" + position + " reason=" + ChannelSet.reason(e));
            return unread(channel, index, MessageContent.DAMAGED);
        }
        if (result == SeekResult.BEFORE_START) {
            session.notes.missing("retention has removed the message" + position);
            return unread(channel, index, MessageContent.REMOVED);
        }
        if (entry != Entry.CALL || cursor.index() != index) {
            throw new TraceException(
                    (result == SeekResult.FOUND ? "the record is no message" : "message does not exist") + position
                            + " result=" + result + " lastIndex=" + lastIndex(channel));
        }
        return session.orNote(
                "cannot read the message" + position,
                () -> unread(channel, index, MessageContent.DAMAGED),
                () -> new TraceStart(
                        messages.at(cursor, channel.source()),
                        Hop.of(cursor.history()),
                        cursor.history().olderLeftOut()));
    }

    private static TraceStart unread(Channel channel, long index, MessageContent content) {
        return new TraceStart(
                TracedMessage.unread(channel.name(), channel.source(), index, OptionalLong.empty(), content),
                List.of(),
                false);
    }

    private static String lastIndex(Channel channel) {
        try {
            return Index.toText(channel.journal().orElseThrow().lastIndex());
        } catch (RuntimeException e) {
            return "unknown reason=" + ChannelSet.reason(e);
        }
    }

    /** Returns this start, or what the history of one of its outputs says of a message that cannot be read. */
    TraceStart orFrom(List<Hop> output, boolean leftOut) {
        if (message.call().isPresent()) {
            return this;
        }
        for (int hop = output.size() - 1; hop >= 0; hop--) {
            Hop taken = output.get(hop);
            if (taken.source().sameStream(message.source()) && taken.index() == message.index()) {
                OptionalLong writtenNs =
                        hop > 0 ? OptionalLong.of(output.get(hop - 1).outNs()) : OptionalLong.empty();
                return new TraceStart(message.withTime(writtenNs), output.subList(0, hop), leftOut);
            }
        }
        return this;
    }
}
