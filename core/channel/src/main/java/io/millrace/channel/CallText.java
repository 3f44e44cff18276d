package io.millrace.channel;

import io.millrace.text.YamlCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/** Converts encoded calls to text, by their schema alone. */
final class CallText {

    private CallText() {}

    static String yaml(CallSchema schema, MemorySegment segment, long offset, int length) {
        return yaml(YamlCallText.of(schema), segment, offset, length);
    }

    static String yaml(YamlCallText text, MemorySegment segment, long offset, int length) {
        StringBuilder out = new StringBuilder();
        text.write(new BinaryInput().wrap(segment, offset, length), out);
        return out.toString();
    }
}
