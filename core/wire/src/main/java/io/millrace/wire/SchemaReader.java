package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads the binary form of a schema, which {@link SchemaWriter} describes, strictly and within bounds. */
final class SchemaReader {
    private static final WireLimits LIMITS = new WireLimits(1 << 20, 1_024, 16_384, 64);

    private final BinaryInput in = new BinaryInput(LIMITS);

    private SchemaReader() {}

    static Schema schema(MemorySegment segment, long offset, int length) {
        SchemaReader reader = new SchemaReader();
        int kind = reader.kind(segment, offset, length);
        if (kind != SchemaWriter.TYPE) {
            throw otherKind(kind, "1");
        }
        List<NamedType> types = reader.list(reader::named);
        WireType root = reader.type(0);
        return reader.end(() -> new Schema(types, root));
    }

    static CallSchema call(MemorySegment segment, long offset, int length) {
        SchemaReader reader = new SchemaReader();
        int kind = reader.kind(segment, offset, length);
        boolean chained = kind == SchemaWriter.CHAINED_CALL;
        if (!chained && kind != SchemaWriter.CALL) {
            throw otherKind(kind, "2 or 3");
        }
        List<NamedType> types = reader.list(reader::named);
        int id = chained ? reader.number() : 0;
        List<CallSchema.Link> chain = chained ? reader.list(reader::link) : List.of();
        String interfaceName = reader.name();
        String methodName = reader.name();
        List<Field> parameters = reader.fields();
        return reader.end(() -> new CallSchema(interfaceName, methodName, parameters, types, id, chain, List.of()));
    }

    private static WireFormatException otherKind(int kind, String expected) {
        return new WireFormatException(
                "a schema is of another kind kind=" + kind + " expected=" + expected + " offset=1");
    }

    private CallSchema.Link link() {
        return new CallSchema.Link(name(), number());
    }

    private int number() {
        int at = in.offset();
        long number = in.readUnsigned();
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new WireFormatException(
                    "a number is too large number=" + Long.toUnsignedString(number) + " offset=" + at);
        }
        return (int) number;
    }

    private <T> T end(Supplier<T> made) {
        in.expectEnd();
        try {
            return made.get();
        } catch (WireTypeException e) {
            throw new WireFormatException("a schema contradicts itself: " + e.getMessage(), e);
        }
    }

    private int kind(MemorySegment segment, long offset, int length) {
        in.wrap(segment, offset, length);
        int version = in.readByte() & 0xFF;
        if (version != SchemaWriter.VERSION) {
            throw new WireFormatException("a schema has an unknown format version version=" + version + " known="
                    + SchemaWriter.VERSION + " offset=0");
        }
        return in.readByte() & 0xFF;
    }

    private <T> List<T> list(Supplier<T> element) {
        int at = in.offset();
        long count = in.readUnsigned();
        if (count < 0 || count > LIMITS.maxCount() || count > in.remaining()) {
            throw new WireLimitException("a schema has too many parts count=" + Long.toUnsignedString(count) + " limit="
                    + LIMITS.maxCount() + " remaining=" + in.remaining() + " offset=" + at);
        }
        List<T> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }

    private NamedType named() {
        int at = in.offset();
        int tag = in.readByte() & 0xFF;
        String name = name();
        try {
            return switch (tag) {
                case SchemaWriter.ENUM -> new EnumType(name, list(this::name));
                case SchemaWriter.RECORD -> new MessageType(name, MessageForm.RECORD, fields());
                case SchemaWriter.CLASS -> new MessageType(name, MessageForm.CLASS, fields());
                case SchemaWriter.UNION -> new UnionType(name, list(() -> type(0)));
                default ->
                    throw new WireFormatException(
                            "a named type has an unknown tag tag=" + tag + " name=" + name + " offset=" + at);
            };
        } catch (WireTypeException e) {
            throw new WireFormatException("a schema contradicts itself: " + e.getMessage() + " offset=" + at, e);
        }
    }

    private String name() {
        int at = in.offset();
        String name = in.readString();
        if (name == null || name.isEmpty()) {
            throw new WireFormatException("a name is missing in a schema name=" + name + " offset=" + at);
        }
        return name;
    }

    private List<Field> fields() {
        return list(() -> new Field(name(), type(0)));
    }

    private WireType type(int depth) {
        int at = in.offset();
        if (depth > WireType.MAX_NESTING) {
            throw new WireLimitException("collections nest too deeply depth=" + depth + " offset=" + at);
        }
        int tag = in.readByte() & 0xFF;
        return switch (tag) {
            case SchemaWriter.REFERENCE -> new Reference(number(at));
            case SchemaWriter.LIST -> new ListType(type(depth + 1));
            case SchemaWriter.SET -> new SetType(type(depth + 1));
            case SchemaWriter.ARRAY -> new ArrayType(type(depth + 1));
            case SchemaWriter.MAP -> new MapType(type(depth + 1), type(depth + 1));
            case SchemaWriter.FORM -> numberWithForm(at);
            default -> scalar(tag, at);
        };
    }

    private int number(int at) {
        long number = in.readUnsigned();
        if (number < 0 || number > LIMITS.maxCount()) {
            throw new WireFormatException("a reference leads outside the table number=" + number + " offset=" + at);
        }
        return (int) number;
    }

    private Scalar numberWithForm(int at) {
        NumberForm form = NumberForm.numbered(in.readByte() & 0xFF);
        Scalar scalar = scalar(in.readByte() & 0xFF, at);
        if (form == null || form == NumberForm.DECIMAL || !form.fits(scalar.kind())) {
            throw new WireFormatException(
                    "a number has an invalid form kind=" + scalar.kind() + " form=" + form + " offset=" + at);
        }
        return new Scalar(scalar.kind(), scalar.nullability(), form);
    }

    private static Scalar scalar(int tag, int at) {
        boolean nullable = tag >= SchemaWriter.NULLABLE;
        ScalarKind kind = ScalarKind.numbered(nullable ? tag - SchemaWriter.NULLABLE : tag);
        if (kind == null) {
            throw new WireFormatException("a type has an unknown tag tag=" + tag + " offset=" + at);
        }
        return nullable ? Scalar.nullable(kind) : Scalar.required(kind);
    }
}
