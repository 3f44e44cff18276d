package io.millrace.codegen;

import java.util.Map;

/**
 * A field or parameter as generated code uses it.
 *
 * @param name its name
 * @param type its erased type, as named in source
 * @param binaryType its erased type, as named by {@code Class.getTypeName}
 * @param boxed the class of its values as objects, as named in source
 * @param access how it is read and written
 * @param kind how DELTA treats it
 * @param role whether it is part of the key
 */
record FieldSource(String name, String type, String binaryType, String boxed, Access access, Kind kind, Role role) {
    /** The names of {@code ScalarKind} by class. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("java.lang.Boolean", "BOOLEAN"),
            Map.entry("java.lang.Byte", "BYTE"),
            Map.entry("java.lang.Short", "SHORT"),
            Map.entry("java.lang.Character", "CHAR"),
            Map.entry("java.lang.Integer", "INT"),
            Map.entry("java.lang.Long", "LONG"),
            Map.entry("java.lang.Float", "FLOAT"),
            Map.entry("java.lang.Double", "DOUBLE"),
            Map.entry("java.lang.String", "STRING"),
            Map.entry("java.time.Instant", "INSTANT"),
            Map.entry("java.time.LocalDate", "LOCAL_DATE"),
            Map.entry("java.time.LocalTime", "LOCAL_TIME"),
            Map.entry("java.time.LocalDateTime", "LOCAL_DATE_TIME"),
            Map.entry("java.time.OffsetDateTime", "OFFSET_DATE_TIME"),
            Map.entry("java.time.OffsetTime", "OFFSET_TIME"),
            Map.entry("java.time.ZonedDateTime", "ZONED_DATE_TIME"),
            Map.entry("java.time.Duration", "DURATION"),
            Map.entry("java.time.Period", "PERIOD"),
            Map.entry("java.time.Year", "YEAR"),
            Map.entry("java.time.YearMonth", "YEAR_MONTH"),
            Map.entry("java.time.MonthDay", "MONTH_DAY"),
            Map.entry("java.time.ZoneId", "ZONE_ID"),
            Map.entry("java.time.ZoneOffset", "ZONE_OFFSET"),
            Map.entry("java.math.BigDecimal", "BIG_DECIMAL"),
            Map.entry("java.math.BigInteger", "BIG_INTEGER"),
            Map.entry("java.util.UUID", "UUID"));

    /** How a value is written and read. */
    enum Access {
        /** By a method of the output and the input: primitives, strings and byte arrays. */
        DIRECT,
        /** By an encoder and a decoder. */
        CODEC
    }

    /** How DELTA treats a value. */
    enum Kind {
        /** A scalar, which is compared as a whole. */
        SCALAR,
        /** An enum. */
        ENUM,
        /** A record or a class, which is stored field by field. */
        MESSAGE,
        /** Anything else. */
        OTHER
    }

    /** The role of a field in its message. */
    enum Role {
        /** A part of the key. */
        KEY,
        /** Not a part of the key. */
        PLAIN
    }

    /** Returns whether the values of a class are scalars. */
    static boolean isScalar(String type) {
        return KINDS.containsKey(type);
    }

    boolean isPrimitive() {
        return !type.equals(boxed);
    }

    boolean isText() {
        return type.equals("java.lang.String");
    }

    boolean isFloating() {
        return type.equals("float") || type.equals("double");
    }

    /** Returns the name of its {@code ScalarKind}. */
    String scalarKind() {
        return KINDS.get(boxed);
    }

    /** Returns how many bytes a primitive has in RAW. */
    int bytes() {
        return switch (type) {
            case "boolean", "byte" -> 1;
            case "short", "char" -> 2;
            case "int", "float" -> 4;
            default -> 8;
        };
    }

    /** Returns what follows {@code write} or {@code read} in the name of the method of a direct field. */
    String suffix() {
        return switch (type) {
            case "java.lang.String" -> "String";
            case "byte[]" -> "Bytes";
            default -> Character.toUpperCase(type.charAt(0)) + type.substring(1);
        };
    }

    /** Returns the expression of the initial value of a local variable. */
    String zero() {
        return switch (type) {
            case "boolean" -> "false";
            case "char" -> "'\\0'";
            case "byte", "short", "int", "long", "float", "double" -> "0";
            default -> "null";
        };
    }
}
