package io.millrace.map;

import io.millrace.wire.ArrayType;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.SetType;
import io.millrace.wire.ValueSkipper;
import io.millrace.wire.WireException;
import io.millrace.wire.WireType;
import java.nio.file.Path;
import java.util.List;

/**
 * The schema under which entries were put: the types of their key and value.
 *
 * @param number the number of the form in this opening of the map, from 1; 0 for the call of a removal
 * @param schema the schema of the call
 */
record MapForm(int number, CallSchema schema) {

    /** The interface that the calls of a map belong to. */
    static final String INTERFACE = "io.millrace.map.MapCalls";

    /** The version of the calls. */
    static final int VERSION = 1;

    static final String BEGUN = "begun";
    static final String PUT = "put";
    static final String KEPT = "kept";
    static final String REMOVED = "removed";
    static final String COMPACTED = "compacted";
    static final String KEY = "key";
    static final String VALUE = "value";
    static final String PARAMETER_VERSION = "version";
    static final String PARAMETER_SEGMENT = "segment";

    /** Stands for the first byte of null where a value cannot be null. */
    static final int NEVER_NULL = -1;

    private static final int ABSENT = 0;

    /** The byte of a length, a count or a number that stands for null. */
    private static final int COUNT_OF_NULL = 1;

    Field key() {
        return schema.parameters().getFirst();
    }

    Field value() {
        return schema.parameters().get(1);
    }

    /** Returns the length of the key, with which the arguments at the input begin. */
    int keyLength(BinaryInput arguments) {
        int before = arguments.offset();
        ValueSkipper.skip(arguments, key().type(), schema.types());
        return arguments.offset() - before;
    }

    /**
     * Returns the length of the key, with which the arguments at the input begin.
     *
     * @throws WireException if key or value is null, or the key is not of this form
     */
    int checkedKeyLength(BinaryInput arguments) {
        requirePresent(arguments, key());
        int length = keyLength(arguments);
        if (number > 0) {
            requirePresent(arguments, value());
        }
        return length;
    }

    private void requirePresent(BinaryInput in, Field argument) {
        int before = in.offset();
        int nullByte = nullByte(argument, schema);
        if (nullByte != NEVER_NULL && (in.readByte() & 0xff) == nullByte) {
            throw new WireException(argument.name() + " must not be null");
        }
        in.rewind(before);
    }

    /** Returns the first byte of an argument that is null, which no other one has; {@link #NEVER_NULL} if none is. */
    static int nullByte(Field argument, CallSchema schema) {
        return switch (argument.type()) {
            case Scalar scalar when !scalar.isNullable() -> NEVER_NULL;
            case Scalar scalar when scalar.hasPresenceByte() -> ABSENT;
            case Reference reference when schema.type(reference) instanceof MessageType -> ABSENT;
            default -> COUNT_OF_NULL;
        };
    }

    /** Refuses a schema that no version of a map has written. */
    static void checkShape(CallSchema schema, Path directory) {
        List<String> names = schema.parameters().stream().map(Field::name).toList();
        boolean isKnown = schema.chain().isEmpty()
                && switch (schema.methodName()) {
                    case BEGUN -> names.size() == 1 && has(schema, 0, ScalarKind.INT);
                    case COMPACTED ->
                        names.size() == 2 && has(schema, 0, ScalarKind.INT) && has(schema, 1, ScalarKind.LONG);
                    case REMOVED -> names.equals(List.of(KEY));
                    case PUT, KEPT -> names.equals(List.of(KEY, VALUE));
                    default -> true; // of a newer version, which is refused as such
                };
        if (!isKnown) {
            throw new MapException("call has other parameters than that of a map directory=" + directory + " method="
                    + schema.path() + " parameters=" + names);
        }
    }

    private static boolean has(CallSchema schema, int parameter, ScalarKind kind) {
        return schema.parameters().get(parameter).type().equals(Scalar.required(kind));
    }

    /** Returns the schema of a call with the same parameters and another name. */
    static CallSchema named(String method, CallSchema schema) {
        return new CallSchema(INTERFACE, method, schema.parameters(), schema.types());
    }

    /** Returns the schema of the call that removes a key of this form. */
    CallSchema removal() {
        return new CallSchema(INTERFACE, REMOVED, List.of(key()), schema.types());
    }

    /**
     * Returns whether the keys of calls have the same bytes as those of a removal: their types are the same. Types are
     * listed as they are met, so those of the key come first.
     */
    static boolean hasKeysOf(CallSchema call, CallSchema removal) {
        int types = removal.types().size();
        return call.parameters()
                        .getFirst()
                        .type()
                        .equals(removal.parameters().getFirst().type())
                && call.types().size() >= types
                && call.types().subList(0, types).equals(removal.types());
    }

    /** Returns whether one kind of value may be read as the other, as far as their kinds tell. */
    static boolean similarValues(CallSchema one, CallSchema other) {
        WireType written = one.parameters().get(1).type();
        WireType read = other.parameters().get(1).type();
        if (written instanceof Reference from && read instanceof Reference to) {
            NamedType type = one.type(from);
            NamedType asked = other.type(to);
            return (type instanceof MessageType message && asked instanceof MessageType wanted)
                    ? shareAField(message, wanted)
                    : type.getClass().equals(asked.getClass());
        }
        return (written instanceof Scalar from && read instanceof Scalar to)
                ? from.kind() == to.kind()
                : written.getClass().equals(read.getClass());
    }

    private static boolean shareAField(MessageType one, MessageType other) {
        return one.name().equals(other.name())
                || one.fields().stream()
                        .anyMatch(field -> other.fields().stream()
                                .anyMatch(wanted -> wanted.name().equals(field.name())
                                        || wanted.aliases().contains(field.name())));
    }

    /** Returns the text of the type of a key or value, for errors. */
    static String text(Field field, CallSchema schema) {
        return switch (field.type()) {
            case Reference reference -> schema.type(reference).name();
            case Scalar scalar -> scalar.kind().name();
            default -> field.type().toString();
        };
    }

    /** Returns whether the key of a removal contains a set or a map, whose order equality ignores. */
    static boolean isUnordered(CallSchema removal) {
        return isUnordered(removal.parameters().getFirst().type())
                || removal.types().stream()
                        .anyMatch(type -> type instanceof MessageType message
                                && message.fields().stream().anyMatch(field -> isUnordered(field.type())));
    }

    private static boolean isUnordered(WireType type) {
        return switch (type) {
            case SetType _, MapType _ -> true;
            case ListType list -> isUnordered(list.element());
            case ArrayType array -> isUnordered(array.element());
            case Reference _, Scalar _ -> false;
        };
    }
}
