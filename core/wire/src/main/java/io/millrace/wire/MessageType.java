package io.millrace.wire;

import java.util.List;

/**
 * A message: its fields follow each other in this order, without names or separators.
 *
 * @param name the full name
 * @param form whether the writer's class was a record
 * @param fields the fields in the writer's order
 */
public record MessageType(String name, MessageForm form, List<Field> fields) implements NamedType {
    /** Copies the list; refuses fields of the same name. */
    public MessageType {
        fields = List.copyOf(fields);
        SchemaRules.distinct("field", name, fields.stream().map(Field::name).toList());
    }
}
