package io.millrace.text;

import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The JSON Schemas of single values. Times are patterns and not formats: the standard formats have no years beyond four
 * digits, no negative durations and no seconds in an offset, so a validator that checks formats would refuse valid
 * values.
 */
final class JsonSchemaScalars {
    private static final List<String> NOT_FINITE = List.of("NaN", "Infinity", "-Infinity");
    private static final String YEAR = "[+-]?[0-9]{4,10}";
    private static final String DATE = YEAR + "-[0-9]{2}-[0-9]{2}";
    private static final String FRACTION = "([.][0-9]{1,9})?";
    private static final String TIME = "[0-9]{2}:[0-9]{2}(:[0-9]{2}" + FRACTION + ")?";
    private static final String OFFSET = "(Z|[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?)";
    private static final String HEX = "[0-9a-fA-F]";

    private JsonSchemaScalars() {}

    /** Returns the schema of a value that is not null. */
    static SequencedMap<String, Object> of(Scalar scalar) {
        return scalar.form() == NumberForm.DECIMAL ? of(scalar.kind()) : type("string");
    }

    private static SequencedMap<String, Object> of(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN -> type("boolean");
            case BYTE -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SHORT -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case YEAR -> integer(-999_999_999, 999_999_999);
            case BIG_INTEGER -> type("integer");
            case BIG_DECIMAL -> type("number");
            case FLOAT, DOUBLE -> {
                SequencedMap<String, Object> special = new LinkedHashMap<>();
                special.put("enum", NOT_FINITE);
                SequencedMap<String, Object> either = new LinkedHashMap<>();
                either.put("anyOf", List.of(type("number"), special));
                yield either;
            }
            case CHAR -> pattern("([\\s\\S]|\\\\u[dD][89a-fA-F]" + HEX + "{2})");
            case BYTES -> {
                SequencedMap<String, Object> base64 = pattern("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2,3}={1,2})?");
                base64.put("contentEncoding", "base64");
                yield base64;
            }
            case INSTANT -> pattern(DATE + "T" + TIME + "Z");
            case LOCAL_DATE -> pattern(DATE);
            case LOCAL_TIME -> pattern(TIME);
            case LOCAL_DATE_TIME -> pattern(DATE + "T" + TIME);
            case OFFSET_DATE_TIME -> pattern(DATE + "T" + TIME + OFFSET);
            case OFFSET_TIME -> pattern(TIME + OFFSET);
            case ZONED_DATE_TIME -> pattern(DATE + "T" + TIME + OFFSET + "(\\[[^\\]]+\\])?");
            case DURATION -> pattern("PT" + part("H") + part("M") + part(FRACTION + "S"));
            case PERIOD -> pattern("P" + part("Y") + part("M") + part("D"));
            case YEAR_MONTH -> pattern(YEAR + "-[0-9]{2}");
            case MONTH_DAY -> pattern("--[0-9]{2}-[0-9]{2}");
            case ZONE_OFFSET -> pattern(OFFSET);
            case UUID -> pattern(HEX + "{8}(-" + HEX + "{4}){3}-" + HEX + "{12}");
            case STRING, ZONE_ID -> type("string");
        };
    }

    /** Returns whether different values of the kind are different in JSON, where 1.0 and 1.00 are equal. */
    static boolean differs(ScalarKind kind) {
        return switch (kind) {
            case FLOAT, DOUBLE, BIG_DECIMAL -> false;
            default -> true;
        };
    }

    private static String part(String unit) {
        return "(-?[0-9]+" + unit + ")?";
    }

    private static SequencedMap<String, Object> type(String name) {
        SequencedMap<String, Object> type = new LinkedHashMap<>();
        type.put("type", name);
        return type;
    }

    private static SequencedMap<String, Object> integer(long least, long most) {
        SequencedMap<String, Object> integer = type("integer");
        integer.put("minimum", least);
        integer.put("maximum", most);
        return integer;
    }

    private static SequencedMap<String, Object> pattern(String whole) {
        SequencedMap<String, Object> string = type("string");
        string.put("pattern", "^" + whole + "$");
        return string;
    }
}
