package io.millrace.codegen;

/**
 * A field as generated code sees it.
 *
 * @param name its name
 * @param type its erased type, as source names it
 * @param binaryType its erased type, as {@code Class.getTypeName} names it
 * @param boxed the class that holds it as an object, as source names it
 * @param access how it is read and written
 */
record FieldSource(String name, String type, String binaryType, String boxed, Access access) {
    /** How a value goes between the field and the bytes. */
    enum Access {
        /** By a method of its own: primitives, strings and byte arrays. */
        DIRECT,
        /** By an encoder and a decoder. */
        CODEC
    }

    boolean isPrimitive() {
        return !type.equals(boxed);
    }

    /** What follows {@code write} or {@code read} in the name of the method of a direct field. */
    String suffix() {
        return switch (type) {
            case "java.lang.String" -> "String";
            case "byte[]" -> "Bytes";
            default -> Character.toUpperCase(type.charAt(0)) + type.substring(1);
        };
    }

    /** The value of a local variable before anything was read. */
    String zero() {
        return switch (type) {
            case "boolean" -> "false";
            case "char" -> "'\\0'";
            case "byte", "short", "int", "long", "float", "double" -> "0";
            default -> "null";
        };
    }
}
