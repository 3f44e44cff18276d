package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Derives schemas from shapes; named types are numbered in the order in which they are reached. */
final class SchemaBuilder {
    private final WireTypes allowList;
    private final List<NamedType> table = new ArrayList<>();
    private final Map<Shape, Integer> numbers = new HashMap<>();

    SchemaBuilder(WireTypes allowList) {
        this.allowList = allowList;
    }

    static Schema schema(Shape shape, WireTypes allowList) {
        SchemaBuilder builder = new SchemaBuilder(allowList);
        WireType root = builder.type(shape);
        return new Schema(builder.table, root);
    }

    /** The named types so far. */
    List<NamedType> table() {
        return table;
    }

    WireType type(Shape shape) {
        return switch (shape) {
            case Shape.Single single -> {
                boolean required = single.isPrimitive();
                yield required ? Scalar.required(single.kind()) : Scalar.nullable(single.kind());
            }
            case Shape.Sequence sequence -> {
                WireType element = type(sequence.element());
                yield switch (sequence.form()) {
                    case LIST -> new ListType(element);
                    case SET -> new SetType(element);
                    case ARRAY -> new ArrayType(element);
                };
            }
            case Shape.Mapping map -> new MapType(type(map.key()), type(map.value()));
            case Shape.Maybe maybe -> type(maybe.value());
            case Shape.Constant constant -> reference(constant);
            case Shape.Message message -> reference(message);
            case Shape.Family family -> reference(family);
        };
    }

    private Reference reference(Shape named) {
        Integer known = numbers.get(named);
        if (known != null) {
            return new Reference(known);
        }
        int number = table.size();
        numbers.put(named, number);
        table.add(null);
        table.set(number, named(named));
        return new Reference(number);
    }

    private NamedType named(Shape shape) {
        String name = shape.raw().getName();
        if (shape instanceof Shape.Constant) {
            List<String> constants = new ArrayList<>();
            for (Object constant : shape.raw().getEnumConstants()) {
                constants.add(((Enum<?>) constant).name());
            }
            return new EnumType(name, constants);
        }
        if (shape instanceof Shape.Message message) {
            MessageModel model = MessageModel.of(message);
            List<Field> fields = new ArrayList<>();
            for (MessageModel.Member member : model.members()) {
                fields.add(new Field(member.name(), type(member.shape())));
            }
            return new MessageType(name, model.form(), fields);
        }
        List<WireType> members = new ArrayList<>();
        for (Shape member : FamilyModel.of((Shape.Family) shape, allowList).members()) {
            members.add(member instanceof Shape.Single single ? Scalar.required(single.kind()) : type(member));
        }
        return new FamilyType(name, members);
    }
}
