package io.millrace.wire;

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A union type: the leaves of a sealed hierarchy, or the members of an open hierarchy that are on the allow-list, or
 * for {@code Object} all scalars and the whole allow-list.
 *
 * @param type the declared class
 * @param members the types whose values it allows
 */
record UnionModel(Class<?> type, List<Shape> members) {
    static UnionModel of(Shape.Union shape, WireTypes types) {
        Class<?> type = shape.raw();
        Set<Shape> members = new LinkedHashSet<>();
        if (type == Object.class) {
            for (ScalarKind kind : ScalarKind.values()) {
                members.add(new Shape.Single(Shapes.boxed(kind), kind));
            }
        }
        Map<Class<?>, List<Shape>> leaves = new LinkedHashMap<>();
        leaves(shape, types, leaves, new HashSet<>());
        leaves.forEach((leaf, arguments) -> {
            Shape member = Shapes.of(leaf);
            boolean message = member instanceof Shape.Message
                    || (member instanceof Shape.Union && !Modifier.isAbstract(leaf.getModifiers()));
            members.add(message ? new Shape.Message(leaf, arguments) : member);
        });
        if (members.isEmpty()) {
            throw new WireTypeException(
                    "a type is neither sealed nor does the allow-list name a member of it; seal it or"
                            + " use WireTypes.allow type=" + type.getName());
        }
        for (Shape member : members) {
            boolean usable = member instanceof Shape.Message
                    || member instanceof Shape.Enumeration
                    || (member instanceof Shape.Single && type == Object.class);
            if (!usable) {
                throw new WireTypeException("a type cannot be a member of a union type member="
                        + member.raw().getName() + " type=" + type.getName());
            }
        }
        return new UnionModel(type, List.copyOf(members));
    }

    private static void leaves(
            Shape.Union shape, WireTypes types, Map<Class<?>, List<Shape>> leaves, Set<Class<?>> seen) {
        Class<?> type = shape.raw();
        if (!seen.add(type)) {
            return;
        }
        boolean closed = Modifier.isFinal(type.getModifiers()) || type.isEnum();
        boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
        if (closed || (concrete && type != Object.class)) {
            leaves.put(type, shape.arguments());
        }
        if (closed) {
            return;
        }
        List<Class<?>> below = type.isSealed()
                ? List.of(type.getPermittedSubclasses())
                : types.allowed().stream().filter(type::isAssignableFrom).toList();
        for (Class<?> each : below) {
            leaves(new Shape.Union(each, arguments(each, shape)), types, leaves, seen);
        }
    }

    /**
     * Returns the type arguments of a direct subtype from those of its supertype, as of {@code Ok<T>} from {@code
     * Result<T>}.
     */
    private static List<Shape> arguments(Class<?> subtype, Shape.Union parent) {
        List<Shape> arguments = new ArrayList<>();
        if (parent.arguments().isEmpty()) {
            return arguments;
        }
        List<Type> supertypes = new ArrayList<>(List.of(subtype.getGenericInterfaces()));
        supertypes.add(subtype.getGenericSuperclass());
        for (TypeVariable<?> parameter : subtype.getTypeParameters()) {
            Shape found = null;
            for (Type supertype : supertypes) {
                if (supertype instanceof ParameterizedType parameterized
                        && parameterized.getRawType() == parent.raw()) {
                    int position =
                            List.of(parameterized.getActualTypeArguments()).indexOf(parameter);
                    found = position < 0 ? found : parent.arguments().get(position);
                }
            }
            arguments.add(
                    found != null ? found : new Shapes(new TypeVariables(subtype), subtype.getName()).shape(parameter));
        }
        return arguments;
    }

    /** Returns the full names under which a member may be read, its own first. */
    static List<String> names(Shape member) {
        List<String> names = new ArrayList<>();
        names.add(member.raw().getName());
        names.addAll(MessageModel.aliases(member.raw()));
        return names;
    }
}
