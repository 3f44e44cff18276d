package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import java.util.IdentityHashMap;

/** The arguments of calls as JSON by name, as clients get them. For one thread. */
final class NamedArguments {

    /** A cursor reads the schemas anew in each segment, so the same ones come again as other objects. */
    private static final int MAX_OBJECTS = 1_024;

    private final IdentityHashMap<CallSchema, JsonCallText> texts = new IdentityHashMap<>();
    private final BinaryInput in = new BinaryInput();

    /** Returns the arguments of the call at a cursor, which is readable. */
    String of(ChannelCursor cursor) {
        CallSchema schema = cursor.schema();
        JsonCallText text = texts.get(schema);
        if (text == null) {
            if (texts.size() == MAX_OBJECTS) {
                texts.clear();
            }
            text = JsonCallText.named(schema);
            texts.put(schema, text);
        }
        return text.read(in.wrap(cursor.segment(), cursor.offset(), cursor.length()));
    }
}
