package io.millrace.testing;

import io.millrace.text.YamlCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import java.util.List;

/** A call that a component got or made. Immutable. */
public final class RecordedCall {
    private final Wire wire;
    private final CallSchema schema;
    private final byte[] arguments;
    private final Position position;

    /**
     * Where a call stands.
     *
     * @param number the number of the call in its file, from 1; of an output, of the input for which it was made
     * @param line its line in the file, 0 where it comes from no file
     * @param comments the comments in front of it
     */
    record Position(int number, int line, List<String> comments) {
        Position {
            comments = List.copyOf(comments);
        }
    }

    RecordedCall(Wire wire, CallSchema schema, byte[] arguments, Position position) {
        this.wire = wire;
        this.schema = schema;
        this.arguments = arguments;
        this.position = position;
    }

    /** Returns the name of the method. */
    public String method() {
        return schema.methodName();
    }

    /** Returns the call as a YAML document that ends with a line break. */
    public String yaml() {
        StringBuilder text = new StringBuilder();
        YamlCallText.of(schema).write(BinaryInput.of(arguments), text);
        return text.toString();
    }

    /**
     * Makes the call on an object; an object without such a method is left alone.
     *
     * @param type the interface by which the object takes calls
     * @param handler the object
     */
    public <T> void deliver(Class<T> type, T handler) {
        wire.callDecoder(schema, type).ifPresent(decoder -> decoder.call(BinaryInput.of(arguments), handler));
    }

    CallSchema schema() {
        return schema;
    }

    byte[] arguments() {
        return arguments;
    }

    Position position() {
        return position;
    }

    /** Returns the YAML text. */
    @Override
    public String toString() {
        return yaml();
    }
}
