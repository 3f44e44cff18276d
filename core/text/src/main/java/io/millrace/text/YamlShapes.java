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
final class YamlShapes {
    private final YamlShape[] named;

    YamlShapes(List<NamedType> types) {
        named = new YamlShape[types.size()];
        for (int i = 0; i < named.length; i++) {
            named[i] = switch (types.get(i)) {
                case EnumType type -> new YamlEnum(type);
                case MessageType type -> new YamlMessage(type);
                case UnionType type -> new YamlUnion(type);
            };
        }
        for (YamlShape shape : named) {
            switch (shape) {
                case YamlMessage message -> message.link(this);
                case YamlUnion union -> union.link(this);
                default -> {}
            }
        }
    }

    /** Returns the shape of a type, whose references are to the schema's table. */
    YamlShape of(WireType type) {
        return switch (type) {
            case Scalar scalar -> new YamlScalar(scalar);
            case Reference reference -> named[reference.number()];
            case ListType list -> new YamlSequence(of(list.element()), false);
            case ArrayType array -> new YamlSequence(of(array.element()), false);
            case SetType set -> new YamlSequence(of(set.element()), true);
            case MapType map -> new YamlMap(of(map.key()), of(map.value()));
        };
    }
}
