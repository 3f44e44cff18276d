package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * Finds one value in the arguments of calls, by their schema alone: whose message it is, for example. For one thread at
 * a time.
 *
 * <p>A path is the names of fields with dots between them, {@code customer.id}, beginning with a parameter; where the
 * call has one parameter alone, and that is a message, it may begin with a field of it, as in text. Of a sealed family
 * the field of whichever member is there counts.
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
     * The reader of a field, empty where no call of this schema has it.
     *
     * @param schema what the arguments are encoded under
     * @param path the names of fields, with dots between them
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
            case FamilyType family ->
                family.members().stream()
                        .anyMatch(member -> member instanceof Reference to
                                && types.get(to.number()) instanceof MessageType message
                                && step < path.length
                                && has(message.fields(), path, step, types));
        };
    }

    /**
     * Reads the value, as text: a string as it is, numbers in decimal, times as ISO 8601 has them.
     *
     * @param memory where the arguments are, in BINARY
     * @param offset where they begin
     * @param length their length in bytes
     * @return the text, or empty where the value, or something on the way to it, is null or not there
     * @throws WireException if the bytes are not such arguments
     */
    public Optional<String> read(MemorySegment memory, long offset, int length) {
        found = null;
        input.wrap(memory, offset, length);
        fields(parameters, 0);
        return Optional.ofNullable(found);
    }

    /** Goes on to the field of this step; what is behind it is not read. */
    private void fields(List<Field> fields, int step) {
        for (Field field : fields) {
            if (field.name().equals(path[step])) {
                value(field.type(), step + 1);
                return;
            }
            Skipping.skip(input, field.type(), types);
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
            case FamilyType type -> {
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
