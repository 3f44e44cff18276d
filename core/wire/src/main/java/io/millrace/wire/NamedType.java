package io.millrace.wire;

/** A type in a schema's table. */
public sealed interface NamedType permits EnumType, MessageType, UnionType {
    /** Returns the full name: the Java class name, such as {@code demo.Shapes$Circle}. */
    String name();

    /** Returns the last part of the name, such as {@code Circle}; the tag in text. */
    default String simpleName() {
        return simpleName(name());
    }

    /** Returns the last part of a full name. */
    static String simpleName(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}
