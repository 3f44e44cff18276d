package io.millrace.wire;

import java.util.List;

/**
 * Writes a schema in its binary form.
 *
 * <pre>
 * schema  = version(1 byte, 1)  kind(1 byte: 1 type, 2 call, 3 call with number or chain)  names  body
 * names   = unsigned count, then each named type:
 *             1 enum    name, unsigned count, constants (strings)
 *             2 record, 3 class   name, unsigned count, fields (name, type)
 *             4 union   name, unsigned count, members (types)
 * body    = type                                                      if the kind is 1
 *           interface name, method name, unsigned count, parameters (name, type)  if the kind is 2
 *           unsigned method number, unsigned count, links (method name, unsigned count of parameters), and then as
 *           for 2                                                               if the kind is 3
 * type    = 1 byte: 0..63 a required scalar of that kind, 64..127 a nullable one (64 + kind)
 *             128 reference, then the unsigned number in the table
 *             133 a whole number in another form than decimal: 1 byte, the form, then the type of the number
 *             129 list, 130 set, 131 array, then the type of the elements; 132 map, then key and value
 * </pre>
 *
 * Strings and numbers are those of BINARY.
 */
final class SchemaWriter {
    static final int VERSION = 1;
    static final int TYPE = 1;
    static final int CALL = 2;
    static final int CHAINED_CALL = 3;
    static final int ENUM = 1;
    static final int RECORD = 2;
    static final int CLASS = 3;
    static final int UNION = 4;
    static final int NULLABLE = 64;
    static final int REFERENCE = 128;
    static final int LIST = 129;
    static final int SET = 130;
    static final int ARRAY = 131;
    static final int MAP = 132;
    static final int FORM = 133;

    private final BinaryOutput out = BinaryOutput.allocate(1_024);

    private SchemaWriter() {}

    static byte[] encode(Schema schema) {
        SchemaWriter writer = new SchemaWriter();
        writer.head(TYPE, schema.types());
        writer.type(schema.root());
        return writer.out.toByteArray();
    }

    static byte[] encode(CallSchema schema) {
        SchemaWriter writer = new SchemaWriter();
        boolean plain = schema.methodId() == 0 && schema.chain().isEmpty();
        writer.head(plain ? CALL : CHAINED_CALL, schema.types());
        if (!plain) {
            writer.chain(schema);
        }
        writer.out.writeString(schema.interfaceName());
        writer.out.writeString(schema.methodName());
        writer.fields(schema.parameters());
        return writer.out.toByteArray();
    }

    private void chain(CallSchema schema) {
        out.writeUnsigned(schema.methodId());
        out.writeUnsigned(schema.chain().size());
        for (CallSchema.Link link : schema.chain()) {
            out.writeString(link.methodName());
            out.writeUnsigned(link.parameterCount());
        }
    }

    private void head(int kind, List<NamedType> types) {
        out.writeByte((byte) VERSION);
        out.writeByte((byte) kind);
        out.writeUnsigned(types.size());
        types.forEach(this::named);
    }

    private void named(NamedType named) {
        switch (named) {
            case EnumType type -> {
                start(ENUM, type.name());
                out.writeUnsigned(type.constants().size());
                type.constants().forEach(out::writeString);
            }
            case MessageType type -> {
                start(type.form() == MessageForm.RECORD ? RECORD : CLASS, type.name());
                fields(type.fields());
            }
            case UnionType type -> {
                start(UNION, type.name());
                out.writeUnsigned(type.members().size());
                type.members().forEach(this::type);
            }
        }
    }

    private void start(int tag, String name) {
        out.writeByte((byte) tag);
        out.writeString(name);
    }

    private void fields(List<Field> fields) {
        out.writeUnsigned(fields.size());
        for (Field field : fields) {
            out.writeString(field.name());
            type(field.type());
        }
    }

    private void type(WireType type) {
        switch (type) {
            case Scalar scalar -> {
                if (scalar.form() != NumberForm.DECIMAL) {
                    out.writeByte((byte) FORM);
                    out.writeByte((byte) scalar.form().number());
                }
                out.writeByte((byte) (scalar.kind().number() + (scalar.isNullable() ? NULLABLE : 0)));
            }
            case Reference reference -> {
                out.writeByte((byte) REFERENCE);
                out.writeUnsigned(reference.number());
            }
            case ListType list -> collection(LIST, list.element());
            case SetType set -> collection(SET, set.element());
            case ArrayType array -> collection(ARRAY, array.element());
            case MapType map -> {
                collection(MAP, map.key());
                type(map.value());
            }
        }
    }

    private void collection(int tag, WireType element) {
        out.writeByte((byte) tag);
        type(element);
    }
}
