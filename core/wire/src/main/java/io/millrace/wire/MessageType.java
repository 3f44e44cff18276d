package io.millrace.wire;

import java.util.List;

/**
 * A message type. The fields of a message follow each other in this order, without names or separators.
 *
 * @param name the full name
 * @param form whether the writer's class was a record
 * @param fields the fields in the writer's order
 * @param aliases its earlier full names, if they are known; ignored by {@code equals}, as in {@link Field}
 */
public record MessageType(String name, MessageForm form, List<Field> fields, List<String> aliases)
        implements NamedType {
    /** Copies the list; refuses fields of the same name. */
    public MessageType {
        fields = List.copyOf(fields);
        aliases = List.copyOf(aliases);
        SchemaRules.distinct("field", name, fields.stream().map(Field::name).toList());
    }

    /** Creates a message type without aliases. */
    public MessageType(String name, MessageForm form, List<Field> fields) {
        this(name, form, fields, List.of());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageType that
                && name.equals(that.name)
                && form == that.form
                && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + fields.hashCode();
    }
}
