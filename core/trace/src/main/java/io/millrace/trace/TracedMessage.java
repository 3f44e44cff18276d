package io.millrace.trace;

import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A message in a trace.
 *
 * @param channel the name of its channel in the {@link ChannelSet}, or in histories where that has no such channel; the
 *     name of an external source
 * @param source its channel or external source as histories name it
 * @param index its index there: an {@link Index} in a journal, else a number from 0
 * @param timeNs when it was written, in nanoseconds since the epoch; empty where that is not known
 * @param call the method of its call; empty where it could not be read
 * @param interfaceName the interface of that method
 * @param text the call as YAML, which is data and may hold any character; empty where it could not be read
 * @param bytes the length of its encoded arguments in bytes, 0 where it could not be read
 * @param content how much of it could be read
 */
public record TracedMessage(
        String channel,
        Source source,
        long index,
        OptionalLong timeNs,
        Optional<String> call,
        Optional<String> interfaceName,
        String text,
        long bytes,
        MessageContent content) {

    /** Checks that nothing is null. */
    public TracedMessage {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(timeNs, "timeNs");
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(interfaceName, "interfaceName");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(content, "content");
    }

    /** Returns a message of which only its index, and perhaps its time, is known. */
    static TracedMessage unread(
            String channel, Source source, long index, OptionalLong timeNs, MessageContent content) {
        return new TracedMessage(channel, source, index, timeNs, Optional.empty(), Optional.empty(), "", 0, content);
    }

    /** Returns this message with the time at which it was written, where that was not known. */
    TracedMessage withTime(OptionalLong known) {
        return timeNs.isPresent() || known.isEmpty()
                ? this
                : new TracedMessage(channel, source, index, known, call, interfaceName, text, bytes, content);
    }

    /** Returns the index as {@link Index#toText} writes it in a journal, else as a number. */
    public String indexText() {
        return source.isExternal() ? Long.toString(index) : Index.toText(index);
    }

    /** Returns channel and index as errors name a message, such as {@code orders@0:4096}. */
    public String position() {
        return channel + "@" + indexText();
    }
}
