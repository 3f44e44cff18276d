package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * Reads one field from the arguments of calls, by their schema alone: for example the account that a message belongs
 * to. One thread at a time.
 *
 * <p>A path consists of the names of fields, joined by dots, such as {@code customer.id}. It begins with a parameter;
 * if the call has only one parameter and that is a message, it may begin with a field of this message, as in text. In a
 * union type, the field of the present member is read.
 */
public final class FieldReader {
    private final List<NamedType> types;
    private final List<Field> parameters;
    private final String[] path;
    private final BinaryInput input = new BinaryInput();
    private String found;

    private FieldReader(List<NamedType> types, List<Field> parameters, String[] path) {
        this.types = types;
        this.parameters = parameters;
        this.path = path;
    }

    /**
     * Returns the reader of a field, or empty if no call of this schema has it.
     *
     * @param schema the schema of the arguments
     * @param path the names of fields, joined by dots
     */
    public static Optional<FieldReader> of(CallSchema schema, String path) {
        String[] names = path.split("\\.", -1);
        if (has(schema.parameters(), names, 0, schema.types())) {
            return Optional.of(new FieldReader(schema.types(), schema.parameters(), names));
        }
        if (schema.parameters().size() == 1) {
            String[] whole = new String[names.length + 1];
            whole[0] = schema.parameters().getFirst().name();
            System.arraycopy(names, 0, whole, 1, names.length);
            if (has(schema.parameters(), whole, 0, schema.types())) {
                return Optional.of(new FieldReader(schema.types(), schema.parameters(), whole));
            }
        }
        return Optional.empty();
    }

    private static boolean has(List<Field> fields, String[] path, int step, List<NamedType> types) {
        for (Field field : fields) {
            if (field.name().equals(path[step])) {
                return leads(field.type(), path, step + 1, types);
            }
        }
        return false;
    }

    private static boolean leads(WireType type, String[] path, int step, List<NamedType> types) {
        if (type instanceof Scalar scalar) {
            return step == path.length && scalar.kind() != ScalarKind.BYTES;
        }
        if (!(type instanceof Reference reference)) {
            return false;
        }
        return switch (types.get(reference.number())) {
            case EnumType _ -> step == path.length;
            case MessageType message -> step < path.length && has(message.fields(), path, step, types);
            case UnionType union ->
                union.members().stream()
                        .anyMatch(member -> member instanceof Reference to
                                && types.get(to.number()) instanceof MessageType message
                                && step < path.length
                                && has(message.fields(), path, step, types));
        };
    }

    /**
     * Reads the value as text: a string as it is, numbers in decimal, times in the form of ISO 8601.
     *
     * @param memory contains the arguments in BINARY
     * @param offset the offset of the first argument
     * @param length their length in bytes
     * @return the text, or empty if the value or a part of the path is null or missing
     * @throws WireException if the bytes are not such arguments
     */
    public Optional<String> read(MemorySegment memory, long offset, int length) {
        found = null;
        input.wrap(memory, offset, length);
        fields(parameters, 0);
        return Optional.ofNullable(found);
    }

    /** Skips to the field of this step and reads it; the fields after it are not read. */
    private void fields(List<Field> fields, int step) {
        for (Field field : fields) {
            if (field.name().equals(path[step])) {
                value(field.type(), step + 1);
                return;
            }
            ValueSkipper.skip(input, field.type(), types);
        }
    }

    private void value(WireType type, int step) {
        if (type instanceof Scalar scalar) {
            Object value = new Decoders.OfScalar(scalar, scalar.kind(), NumberWidth.VARIABLE).read(input, null);
            found = value == null ? null : value.toString();
        } else if (type instanceof Reference reference) {
            named(types.get(reference.number()), step);
        }
    }

    private void named(NamedType named, int step) {
        switch (named) {
            case EnumType type -> {
                int number = input.readNumber(type.constants().size(), type.name());
                found = number < 0 ? null : type.constants().get(number);
            }
            case MessageType type -> {
                if (input.readPresence()) {
                    fields(type.fields(), step);
                }
            }
            case UnionType type -> {
                int number = input.readNumber(type.members().size(), type.name());
                if (number >= 0
                        && type.members().get(number) instanceof Reference to
                        && types.get(to.number()) instanceof MessageType message) {
                    fields(message.fields(), step);
                }
            }
        }
    }
}
