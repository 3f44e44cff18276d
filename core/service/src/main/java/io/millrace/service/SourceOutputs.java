package io.millrace.service;

import io.millrace.channel.ChannelWriter;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/**
 * The outputs of a source.
 *
 * @param writer writes the calls
 */
record SourceOutputs(ChannelWriter writer) implements Outputs {
    @Override
    public <T> T as(Class<T> type) {
        return writer.as(type);
    }

    @Override
    public void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        writer.call(schema, arguments, offset, length);
    }
}
