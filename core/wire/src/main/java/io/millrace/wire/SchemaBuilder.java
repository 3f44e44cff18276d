package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Derives schemas from shapes; named types are numbered in the order in which they are first used. */
final class SchemaBuilder {
    private final Codecs codecs;
    private final List<NamedType> table = new ArrayList<>();
    private final Map<Shape, Integer> numbers = new HashMap<>();

    SchemaBuilder(Codecs codecs) {
        this.codecs = codecs;
    }

    static Schema schema(Shape shape, Codecs codecs) {
        SchemaBuilder builder = new SchemaBuilder(codecs);
        WireType root = builder.type(shape);
        return new Schema(builder.table, root);
    }

    /** Returns the named types so far. */
    List<NamedType> table() {
        return table;
    }

    WireType type(Shape shape) {
        return switch (shape) {
            case Shape.Single single -> {
                Scalar.Nullability nullability =
                        single.isPrimitive() ? Scalar.Nullability.REQUIRED : Scalar.Nullability.NULLABLE;
                yield new Scalar(single.kind(), nullability, single.form());
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
            case Shape.OptionalValue optional -> type(optional.value());
            case Shape.Converted converted -> type(converted.wire());
            case Shape.Enumeration constant -> reference(constant);
            case Shape.Message message -> reference(message);
            case Shape.Union union -> reference(union);
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

    /**
     * Returns the value of a field that was not written, if it is not null. Text leaves out nulls, so a field that it
     * leaves out is null unless a default is stated or the field is a primitive.
     */
    private Optional<MissingValue> missing(MessageModel model, MessageModel.Member member) {
        boolean constructed = model.form() == MessageForm.CLASS
                && member.shape() instanceof Shape.Single single
                && single.isPrimitive();
        return constructed
                ? Optional.of(new ConstructorValue(model, member, codecs.types()))
                : member.defaultValue().map(DefaultValue::missing);
    }

    private NamedType named(Shape shape) {
        String name = shape.raw().getName();
        if (shape instanceof Shape.Enumeration) {
            return EnumModel.of(shape.raw()).schema();
        }
        if (shape instanceof Shape.Message message) {
            MessageModel model = MessageModel.of(message);
            List<Field> fields = new ArrayList<>();
            for (MessageModel.Member member : model.members()) {
                fields.add(new Field(member.name(), type(member.shape()), member.aliases(), missing(model, member)));
            }
            return new MessageType(name, model.form(), fields, MessageModel.aliases(shape.raw()));
        }
        List<WireType> members = new ArrayList<>();
        for (Shape member : UnionModel.of((Shape.Union) shape, codecs.types()).members()) {
            members.add(member instanceof Shape.Single single ? Scalar.required(single.kind()) : type(member));
        }
        return new UnionType(name, members);
    }
}
