package io.millrace.text;

import io.millrace.wire.ArrayType;
import io.millrace.wire.EnumType;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireType;
import java.util.List;

/** The shapes of all types of one schema. */
final class JsonShapes {
    private final List<NamedType> types;
    private final JsonShape[] named;

    JsonShapes(List<NamedType> types) {
        this.types = types;
        named = new JsonShape[types.size()];
        for (int i = 0; i < named.length; i++) {
            named[i] = switch (types.get(i)) {
                case EnumType type -> new JsonEnum(type);
                case MessageType type -> new JsonMessage(type, types);
                case UnionType type -> new JsonUnion(type);
            };
        }
        for (JsonShape shape : named) {
            switch (shape) {
                case JsonMessage message -> message.link(this);
                case JsonUnion union -> union.link(this);
                default -> {}
            }
        }
    }

    NamedType type(Reference reference) {
        return types.get(reference.number());
    }

    /** Returns the shape of a type, whose references are to the schema's table. */
    JsonShape of(WireType type) {
        return switch (type) {
            case Scalar scalar -> new JsonScalar(scalar);
            case Reference reference -> named[reference.number()];
            case ListType list -> new JsonSequence(of(list.element()), JsonSequence.Elements.ANY);
            case ArrayType array -> new JsonSequence(of(array.element()), JsonSequence.Elements.ANY);
            case SetType set -> new JsonSequence(of(set.element()), JsonSequence.Elements.DISTINCT);
            case MapType map -> new JsonMap(of(map.key()), of(map.value()));
        };
    }
}
