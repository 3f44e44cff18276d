package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import io.millrace.wire.CallSchema;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads single messages. For one thread. */
final class MessageReader {

    /** A text of this many bytes for each character shown is not made at all. */
    private static final int BYTES_PER_CHAR = 4;

    private final TraceSession session;

    MessageReader(TraceSession session) {
        this.session = session;
    }

    /** Reads a message, or returns why it cannot be read, which a note states too. */
    TracedMessage read(Source source, long index) {
        String name = session.set.name(source);
        if (source.isExternal()) {
            return TracedMessage.unread(name, source, index, OptionalLong.empty(), MessageContent.NOT_KEPT);
        }
        Optional<Channel> channel = session.channel(source);
        String position = " channel=" + name + " index=" + Index.toText(index);
        if (channel.isEmpty()) {
            String problem = session.set.problems().get(name);
            session.notes.missing("a channel of the trace cannot be read" + position + " journal="
                    + source.journalId().orElseThrow() + (problem == null ? "" : " reason=" + problem));
            return TracedMessage.unread(name, source, index, OptionalLong.empty(), MessageContent.MISSING);
        }
        return session.orNote(
                "cannot read message" + position,
                () -> TracedMessage.unread(name, source, index, OptionalLong.empty(), MessageContent.DAMAGED),
                () -> {
                    ChannelCursor cursor = session.reader(channel.get());
                    MessageContent content = move(cursor, index);
                    if (content != MessageContent.WHOLE) {
                        session.notes.missing(
                                content == MessageContent.REMOVED
                                        ? "retention has removed a message" + position
                                        : "there is no message at an index that histories name" + position);
                        return TracedMessage.unread(name, source, index, OptionalLong.empty(), content);
                    }
                    return at(cursor, source);
                });
    }

    /** Moves to a message; returns whether it is there. */
    static MessageContent move(ChannelCursor cursor, long index) {
        cursor.direction(Direction.FORWARD);
        SeekResult result = cursor.seek(index);
        if (result == SeekResult.FOUND) {
            return cursor.next() == Entry.CALL && cursor.index() == index
                    ? MessageContent.WHOLE
                    : MessageContent.MISSING;
        }
        return result == SeekResult.BEFORE_START ? MessageContent.REMOVED : MessageContent.MISSING;
    }

    /** Returns the message at a cursor. */
    TracedMessage at(ChannelCursor cursor, Source source) {
        CallSchema schema = cursor.schema();
        String name = session.set.name(source);
        String position = " channel=" + name + " index=" + Index.toText(cursor.index());
        String text = "";
        MessageContent content = MessageContent.WHOLE;
        if (!cursor.isReadable()) {
            content = cursor.hasKeys() ? MessageContent.FORGOTTEN : MessageContent.ENCRYPTED;
            session.notes.missing((cursor.hasKeys()
                            ? "the key of a message is missing or was forgotten"
                            : "a message is encrypted, and no keys were given")
                    + position + " subject=" + cursor.subject().orElse(""));
        } else if (cursor.length() > (long) BYTES_PER_CHAR * session.options.maxTextChars()) {
            content = MessageContent.SHORTENED;
        } else {
            try {
                text = cursor.yaml();
                if (text.length() > session.options.maxTextChars()) {
                    content = MessageContent.SHORTENED;
                    text = cut(text, session.options.maxTextChars());
                }
            } catch (RuntimeException e) { // arguments that do not match their schema
                content = MessageContent.DAMAGED;
                session.notes.missing(
                        "cannot read the arguments of a message" + position + " reason=" + ChannelSet.reason(e));
            }
        }
        return new TracedMessage(
                name,
                source,
                cursor.index(),
                OptionalLong.of(cursor.timeNs()),
                Optional.of(schema.methodName()),
                Optional.of(schema.interfaceName()),
                text,
                cursor.length(),
                content);
    }

    private static String cut(String text, int chars) {
        boolean halvesPair = chars > 0 && Character.isHighSurrogate(text.charAt(chars - 1));
        return text.substring(0, halvesPair ? chars - 1 : chars);
    }
}
