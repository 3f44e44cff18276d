package io.millrace.text;

import io.millrace.wire.ScalarKind;
import java.nio.charset.StandardCharsets;

/** The tags that name types in text. */
final class YamlTags {
    static final String NULL = "tag:yaml.org,2002:null";
    static final String STRING = "tag:yaml.org,2002:str";
    static final String BINARY = "tag:yaml.org,2002:binary";
    static final String MAP = "tag:yaml.org,2002:map";
    static final String SEQ = "tag:yaml.org,2002:seq";
    /** The tag {@code !} by itself: not resolved, so a string. */
    static final String NONE = "!";

    private static final String CORE = "tag:yaml.org,2002:";

    private YamlTags() {}

    /** Returns the tag of a scalar if the schema leaves the kind open, as text; other scalars need none. */
    static String of(ScalarKind kind) {
        return switch (kind) {
            case STRING -> "!String";
            case BOOLEAN -> "!boolean";
            case BYTE -> "!byte";
            case SHORT -> "!short";
            case CHAR -> "!char";
            case INT -> "!int";
            case LONG -> "!long";
            case FLOAT -> "!float";
            case DOUBLE -> "!double";
            case BYTES -> "!!binary";
            case INSTANT -> "!Instant";
            case LOCAL_DATE -> "!LocalDate";
            case LOCAL_TIME -> "!LocalTime";
            case LOCAL_DATE_TIME -> "!LocalDateTime";
            case OFFSET_DATE_TIME -> "!OffsetDateTime";
            case OFFSET_TIME -> "!OffsetTime";
            case ZONED_DATE_TIME -> "!ZonedDateTime";
            case DURATION -> "!Duration";
            case PERIOD -> "!Period";
            case YEAR -> "!Year";
            case YEAR_MONTH -> "!YearMonth";
            case MONTH_DAY -> "!MonthDay";
            case ZONE_ID -> "!ZoneId";
            case ZONE_OFFSET -> "!ZoneOffset";
            case BIG_DECIMAL -> "!BigDecimal";
            case BIG_INTEGER -> "!BigInteger";
            case UUID -> "!UUID";
        };
    }

    /**
     * Returns whether a value of this kind may have the tag: its own tag, or the one of the core schema for its kind.
     */
    static boolean fits(ScalarKind kind, String tag) {
        if (shown(tag).equals(of(kind)) || tag.equals(NONE)) {
            return true;
        }
        if (!tag.startsWith(CORE)) {
            return false;
        }
        return switch (tag.substring(CORE.length())) {
            case "str" -> YamlScalars.mayBeQuoted(kind) && kind != ScalarKind.BYTES;
            case "bool" -> kind == ScalarKind.BOOLEAN;
            case "binary" -> kind == ScalarKind.BYTES;
            case "int" ->
                switch (kind) {
                    case BYTE, SHORT, INT, LONG, BIG_INTEGER, YEAR -> true;
                    default -> false;
                };
            case "float" -> kind == ScalarKind.FLOAT || kind == ScalarKind.DOUBLE || kind == ScalarKind.BIG_DECIMAL;
            case "timestamp" ->
                switch (kind) {
                    case INSTANT, LOCAL_DATE, LOCAL_DATE_TIME, OFFSET_DATE_TIME -> true;
                    default -> false;
                };
            default -> false;
        };
    }

    /** Returns the tag for the name of a type as text; characters that a tag may not contain are percent-encoded. */
    static String of(String name) {
        StringBuilder tag = new StringBuilder("!");
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= '0' && b <= '9')
                    || b == '.'
                    || b == '_'
                    || b == '$'
                    || b == '-';
            if (plain) {
                tag.append((char) b);
            } else {
                tag.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xF, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
            }
        }
        return tag.toString();
    }

    /** Returns a tag as it is written, for errors: the parser resolves {@code !!} to the prefix of the core schema. */
    static String shown(String tag) {
        return tag.startsWith(CORE) ? "!!" + tag.substring(CORE.length()) : tag;
    }
}
