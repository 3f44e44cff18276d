package io.millrace.wire;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A family: the leaves of a sealed hierarchy, the allow-list's members of an open one, and for {@code Object} every
 * scalar and the whole allow-list.
 *
 * @param type the declared class
 * @param members what may stand for it
 */
record FamilyModel(Class<?> type, List<Shape> members) {
    static FamilyModel of(Class<?> type, WireTypes types) {
        Set<Shape> members = new LinkedHashSet<>();
        if (type == Object.class) {
            for (ScalarKind kind : ScalarKind.values()) {
                members.add(new Shape.Single(Shapes.boxed(kind), kind));
            }
        }
        Set<Class<?>> leaves = new LinkedHashSet<>();
        leaves(type, types, leaves, new LinkedHashSet<>());
        for (Class<?> leaf : leaves) {
            Shape shape = Shapes.of(leaf);
            members.add(
                    shape instanceof Shape.Family && !Modifier.isAbstract(leaf.getModifiers())
                            ? new Shape.Message(leaf)
                            : shape);
        }
        if (members.isEmpty()) {
            throw new WireTypeException(
                    "a type is neither sealed nor does the allow-list name a member of it; seal it or"
                            + " use WireTypes.allow type=" + type.getName());
        }
        for (Shape member : members) {
            boolean usable = member instanceof Shape.Message
                    || member instanceof Shape.Constant
                    || (member instanceof Shape.Single && type == Object.class);
            if (!usable) {
                throw new WireTypeException("this may not be a member of a family member="
                        + member.raw().getName() + " type=" + type.getName());
            }
        }
        return new FamilyModel(type, List.copyOf(members));
    }

    private static void leaves(Class<?> type, WireTypes types, Collection<Class<?>> leaves, Set<Class<?>> seen) {
        if (!seen.add(type)) {
            return;
        }
        boolean closed = Modifier.isFinal(type.getModifiers()) || type.isEnum();
        boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
        if (closed || (concrete && type != Object.class)) {
            leaves.add(type);
        }
        if (closed) {
            return;
        }
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                leaves(permitted, types, leaves, seen);
            }
        } else {
            for (Class<?> allowed : types.allowed()) {
                if (type.isAssignableFrom(allowed)) {
                    leaves(allowed, types, leaves, seen);
                }
            }
        }
    }

    /** The full names under which a member may be read, its own first. */
    static List<String> names(Shape member) {
        List<String> names = new ArrayList<>();
        names.add(member.raw().getName());
        names.addAll(MessageModel.aliases(member.raw()));
        return names;
    }
}
