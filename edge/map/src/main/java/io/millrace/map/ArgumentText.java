package io.millrace.map;

import io.millrace.memory.Memory;
import io.millrace.text.YamlText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.MessageType;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;

/** The text of one argument of a call, as YAML, by its schema alone. */
final class ArgumentText {

    private final YamlText text;
    private final TextOptions options;

    /** Whether the argument has a presence byte that the same value as a document has not. */
    private final boolean isMessage;

    /** The only byte of an argument that is null. */
    private final int nullByte;

    private ArgumentText(YamlText text, boolean isMessage, int nullByte, TextOptions options) {
        this.text = text;
        this.isMessage = isMessage;
        this.nullByte = nullByte;
        this.options = options;
    }

    static ArgumentText of(CallSchema call, Field argument, TextOptions options) {
        boolean isMessage =
                argument.type() instanceof Reference reference && call.type(reference) instanceof MessageType;
        int nullByte = isMessage ? MapForm.NEVER_NULL : MapForm.nullByte(argument, call);
        return new ArgumentText(YamlText.of(new Schema(call.types(), argument.type())), isMessage, nullByte, options);
    }

    /** Reads a document and writes its value; null is refused. */
    void read(String document, String what, BinaryOutput out) {
        int before = out.length();
        if (isMessage) {
            out.writeBoolean(true);
        }
        text.read(document, options, out);
        if (out.length() == before + 1 && Memory.getByte(out.segment(), out.position() - 1) == nullByte) {
            throw new WireException(what + " must not be null text=" + document);
        }
    }

    /** Reads the argument and returns its text without the line break at its end. */
    String write(BinaryInput in) {
        if (isMessage && !in.readPresence()) {
            return "null";
        }
        StringBuilder out = new StringBuilder();
        text.write(in, out);
        return out.toString().stripTrailing();
    }
}
