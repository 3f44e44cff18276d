package io.millrace.fix;

import java.util.Locale;

/**
 * The kinds of values of fields, with the check of each. Dictionaries name more types than these; each name falls into
 * the kind that has its form, as in FIX 4.4 volume 6 and in FIX Latest. The checks allocate nothing.
 */
public enum FixType {
    /** Any characters. */
    STRING,
    /** One character. */
    CHAR,
    /** {@code Y} or {@code N}. */
    BOOLEAN,
    /** A whole number, perhaps negative. */
    INT,
    /** A whole number of at least zero: lengths, sequence numbers, tags. */
    COUNT,
    /** The number of entries of a repeating group. */
    GROUP_COUNT,
    /** A decimal number without an exponent: prices, quantities, amounts. */
    DECIMAL,
    /** Values with blanks between them. */
    VALUES,
    /** Single characters with blanks between them. */
    CHARS,
    /** A date and time in UTC, with up to twelve decimal places. */
    TIMESTAMP,
    /** A time of day in UTC. */
    TIME,
    /** A date such as {@code 20260302}. */
    DATE,
    /** A month, a day or a week, such as {@code 202603}, {@code 20260302} or {@code 202603w2}. */
    MONTH_YEAR,
    /** A day of a month, 1 to 31. */
    DAY,
    /** A time with an offset. */
    ZONED,
    /** Bytes whose number is in a field before them, and which may hold the separator. */
    DATA;

    /** Returns the kind of a type that a dictionary names, or null if the name is unknown. */
    static FixType named(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "STRING", "CURRENCY", "EXCHANGE", "COUNTRY", "LANGUAGE", "PATTERN", "TENOR", "XID", "XIDREF" -> STRING;
            case "LOCALMKTTIME" -> TIME;
            case "CHAR" -> CHAR;
            case "BOOLEAN" -> BOOLEAN;
            case "INT" -> INT;
            case "LENGTH", "SEQNUM", "TAGNUM" -> COUNT;
            case "NUMINGROUP" -> GROUP_COUNT;
            case "FLOAT", "PRICE", "QTY", "AMT", "PRICEOFFSET", "PERCENTAGE", "QUANTITY" -> DECIMAL;
            case "MULTIPLEVALUESTRING", "MULTIPLESTRINGVALUE" -> VALUES;
            case "MULTIPLECHARVALUE" -> CHARS;
            case "UTCTIMESTAMP", "TIME" -> TIMESTAMP;
            case "UTCTIMEONLY" -> TIME;
            case "UTCDATEONLY", "UTCDATE", "LOCALMKTDATE", "DATE" -> DATE;
            case "MONTHYEAR", "MONTH-YEAR" -> MONTH_YEAR;
            case "DAYOFMONTH", "DAY-OF-MONTH" -> DAY;
            case "TZTIMEONLY", "TZTIMESTAMP" -> ZONED;
            case "DATA", "XMLDATA", "XML" -> DATA;
            case "RESERVED100PLUS", "RESERVED1000PLUS", "RESERVED4000PLUS" -> INT;
            default -> null;
        };
    }

    /** Returns whether the bytes from {@code start} to {@code end} have the form of this type; they are not empty. */
    public boolean accepts(byte[] bytes, int start, int end) {
        return switch (this) {
            case STRING, DATA, VALUES -> true;
            case CHAR -> end - start == 1;
            case BOOLEAN -> end - start == 1 && (bytes[start] == 'Y' || bytes[start] == 'N');
            case INT -> FixText.isInteger(bytes, start, end);
            case COUNT, GROUP_COUNT -> bytes[start] != '-' && FixText.isInteger(bytes, start, end);
            case DECIMAL -> FixText.isDecimal(bytes, start, end);
            case CHARS -> areChars(bytes, start, end);
            case TIMESTAMP -> FixTime.isTimestamp(bytes, start, end);
            case TIME -> FixTime.isTime(bytes, start, end);
            case DATE -> FixTime.isDate(bytes, start, end);
            case MONTH_YEAR -> FixTime.isMonthYear(bytes, start, end);
            case DAY -> FixTime.isDayOfMonth(bytes, start, end);
            case ZONED -> FixTime.isZoned(bytes, start, end);
        };
    }

    private static boolean areChars(byte[] bytes, int start, int end) {
        if (((end - start) & 1) == 0) {
            return false;
        }
        for (int i = start + 1; i < end; i += 2) {
            if (bytes[i] != ' ') {
                return false;
            }
        }
        return true;
    }
}
