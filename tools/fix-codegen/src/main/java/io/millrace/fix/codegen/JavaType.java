package io.millrace.fix.codegen;

import java.util.List;

/**
 * The Java type of a member.
 *
 * @param declared the type as it is declared
 * @param initial the expression that it is given, or null for none
 * @param annotation a further annotation, or null
 * @param imports what these need
 */
record JavaType(String declared, String initial, String annotation, List<String> imports) {

    private static final String CHARACTERS = "CharSequence";
    private static final String FIX = "io.millrace.fix.";
    private static final String WIRE = "io.millrace.wire.";

    private static JavaType of(String declared, String... imports) {
        return new JavaType(declared, null, null, List.of(imports));
    }

    static JavaType of(MemberModel member, MessagesFile.Form form) {
        boolean mutable = form == MessagesFile.Form.MUTABLE;
        if (member.entry() != null) {
            return list(member.entry().name(), mutable);
        }
        if (member.codes() != null) {
            return switch (member.type()) {
                case VALUES, CHARS -> list(member.codes().name(), mutable);
                default -> of(member.codes().name());
            };
        }
        return switch (member.type()) {
            case STRING, VALUES, CHARS, MONTH_YEAR, ZONED -> of(mutable ? CHARACTERS : "String");
            case CHAR -> of(member.required() ? "char" : "Character");
            case BOOLEAN -> of(member.required() ? "boolean" : "Boolean");
            case INT, COUNT, GROUP_COUNT, DAY -> number(member, mutable);
            case DECIMAL -> decimal(member, mutable);
            case TIMESTAMP -> mutable ? moment(member) : of("Instant", "java.time.Instant");
            case TIME -> of("LocalTime", "java.time.LocalTime");
            case DATE -> of("LocalDate", "java.time.LocalDate");
            case DATA -> mutable ? of("Bytes", WIRE + "Bytes") : of("byte[]");
        };
    }

    private static JavaType list(String element, boolean mutable) {
        return mutable
                ? new JavaType(
                        "List<" + element + ">",
                        "new ArrayList<>()",
                        null,
                        List.of("java.util.ArrayList", "java.util.List"))
                : of("List<" + element + ">", "java.util.List");
    }

    private static JavaType number(MemberModel member, boolean mutable) {
        if (!mutable) {
            return of(member.required() ? "long" : "Long");
        }
        return new JavaType("long", initial(member), null, List.of());
    }

    private static String initial(MemberModel member) {
        if (member.absent() != null) {
            return member.absent() == 0 ? null : member.absent() + "L";
        }
        return member.required() ? null : "FixTag.NONE";
    }

    private static JavaType decimal(MemberModel member, boolean mutable) {
        if (member.decimals() >= 0) {
            return number(member, mutable);
        }
        return mutable ? of("FixDecimal", FIX + "FixDecimal") : of("BigDecimal", "java.math.BigDecimal");
    }

    private static JavaType moment(MemberModel member) {
        return new JavaType(
                "long",
                initial(member),
                "@TextForm(NumberForm.EPOCH_NANOS)",
                List.of(WIRE + "NumberForm", WIRE + "TextForm"));
    }
}
