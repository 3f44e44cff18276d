package io.millrace.trace;

import io.millrace.channel.Source;
import io.millrace.journal.Index;

/**
 * An input by its position.
 *
 * @param channel the name of its channel or external source
 * @param source the same as histories name it
 * @param index its index there: an {@link Index} in a journal, else a number from 0
 */
public record TraceInput(String channel, Source source, long index) {

    /** Returns channel and index as errors name a message, such as {@code orders@0:4096}. */
    public String position() {
        return channel + "@" + (source.isExternal() ? Long.toString(index) : Index.toText(index));
    }
}
