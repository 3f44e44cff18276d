package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/**
 * Everything that is needed to read a method call without its classes. The arguments follow each other in this order,
 * encoded as the fields of a message are. Immutable.
 *
 * @param interfaceName the full name of the interface that declares the method for its writer
 * @param methodName the name of the method
 * @param parameters the parameters in order; their names are as the compiler has left them
 * @param types the named types, which a {@link Reference} names by their place
 */
public record CallSchema(String interfaceName, String methodName, List<Field> parameters, List<NamedType> types) {
    /** Copies the lists; refuses a reference outside the table and a type that may not stand where it does. */
    public CallSchema {
        Objects.requireNonNull(interfaceName, "interfaceName");
        Objects.requireNonNull(methodName, "methodName");
        parameters = List.copyOf(parameters);
        types = List.copyOf(types);
        SchemaRules.distinct(
                "parameter", methodName, parameters.stream().map(Field::name).toList());
        SchemaRules.check(types, parameters.stream().map(Field::type).toList());
    }

    /** The named type that a reference stands for. */
    public NamedType type(Reference reference) {
        return types.get(reference.number());
    }

    /** The binary form, of version 1; {@code docs/format/wire.md} describes it. */
    public byte[] encode() {
        return SchemaWriter.encode(this);
    }

    /**
     * Reads the binary form, strictly.
     *
     * @param segment where the bytes are
     * @param offset where they begin
     * @param length how many bytes belong to the schema, all of which it must use
     * @throws WireException where it is not the schema of a call
     */
    public static CallSchema decode(MemorySegment segment, long offset, int length) {
        return SchemaReader.call(segment, offset, length);
    }
}
