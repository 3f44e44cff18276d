package io.millrace.wire;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules for every schema, whether it was derived from classes or read. */
final class SchemaRules {
    private SchemaRules() {}

    static void distinct(String what, String owner, List<?> values) {
        Set<Object> seen = new HashSet<>();
        for (Object value : values) {
            if (!seen.add(value)) {
                throw new WireTypeException("a " + what + " appears twice " + what + "=" + value + " in=" + owner);
            }
        }
    }

    static void check(List<NamedType> types, List<WireType> roots) {
        for (WireType root : roots) {
            check(types, root, "root", 0);
        }
        for (NamedType type : types) {
            switch (type) {
                case EnumType _ -> {}
                case MessageType message ->
                    message.fields().forEach(field -> check(types, field.type(), message.name(), 0));
                case UnionType union -> union.members().forEach(member -> checkMember(types, member, union));
            }
        }
    }

    private static void check(List<NamedType> types, WireType type, String owner, int depth) {
        if (depth > WireType.MAX_NESTING) {
            throw new WireLimitException("collections nest too deeply depth=" + depth + " in=" + owner);
        }
        switch (type) {
            case Scalar _ -> {}
            case Reference reference -> named(types, reference, owner);
            case ListType list -> check(types, list.element(), owner, depth + 1);
            case SetType set -> check(types, set.element(), owner, depth + 1);
            case ArrayType array -> check(types, array.element(), owner, depth + 1);
            case MapType map -> {
                boolean simpleKey = map.key() instanceof Scalar
                        || (map.key() instanceof Reference key && named(types, key, owner) instanceof EnumType);
                if (!simpleKey) {
                    throw new WireTypeException(
                            "the key of a map is neither a scalar nor an enum key=" + map.key() + " in=" + owner);
                }
                check(types, map.value(), owner, depth + 1);
            }
        }
    }

    private static void checkMember(List<NamedType> types, WireType member, UnionType union) {
        boolean allowed = (member instanceof Scalar scalar && !scalar.isNullable())
                || (member instanceof Reference reference
                        && !(named(types, reference, union.name()) instanceof UnionType));
        if (!allowed) {
            throw new WireTypeException(
                    "a type cannot be a member of a union type member=" + member + " in=" + union.name());
        }
    }

    private static NamedType named(List<NamedType> types, Reference reference, String owner) {
        if (reference.number() >= types.size()) {
            throw new WireTypeException("a reference leads outside the table number=" + reference.number() + " types="
                    + types.size() + " in=" + owner);
        }
        return types.get(reference.number());
    }
}
