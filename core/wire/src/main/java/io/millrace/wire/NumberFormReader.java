package io.millrace.wire;

import java.time.Instant;

/** Parses whole numbers in the forms that {@link TextForm} can select. */
final class NumberFormReader {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** Marks a number that does not encode a short text; the alphabet of short texts does not contain it. */
    private static final char NOT_TEXT = '#';

    private NumberFormReader() {}

    private static int bits(ScalarKind kind) {
        return switch (kind) {
            case BYTE -> Byte.SIZE;
            case SHORT -> Short.SIZE;
            case INT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    /**
     * Parses a text and writes the number. Digits are accepted in every form; in a short text they are characters.
     *
     * @throws IllegalArgumentException if the text is not a number in this form
     * @throws java.time.DateTimeException if it is not a valid moment
     * @throws ArithmeticException if the moment does not fit the number
     */
    static void read(Scalar type, String text, BinaryOutput out) {
        long value = parse(type, text);
        int unused = Long.SIZE - bits(type.kind());
        if (value << unused >> unused != value) {
            throw new IllegalArgumentException(text);
        }
        switch (type.kind()) {
            case BYTE -> out.writeByte((byte) value);
            case SHORT -> out.writeShort((short) value);
            case INT -> out.writeInt((int) value);
            default -> out.writeLong(value);
        }
    }

    private static long parse(Scalar type, String text) {
        if (type.form() == NumberForm.SHORT_TEXT) {
            return !text.isEmpty() && text.charAt(0) == NOT_TEXT
                    ? Long.parseLong(text, 1, text.length(), 10)
                    : ShortText.encode(text);
        }
        if (type.form() == NumberForm.HEX && text.startsWith("0x")) {
            long value = Long.parseUnsignedLong(text, 2, text.length(), 16);
            int bits = bits(type.kind());
            boolean fits = bits == Long.SIZE || value >>> bits == 0;
            if (!fits) {
                throw new IllegalArgumentException(text);
            }
            return value << (Long.SIZE - bits) >> (Long.SIZE - bits);
        }
        return ScalarText.isInteger(text) ? ScalarText.parseLong(text) : moment(type.form(), text);
    }

    private static long moment(NumberForm form, String text) {
        if (form == NumberForm.HEX || form == NumberForm.DECIMAL) {
            throw new IllegalArgumentException(text);
        }
        Instant moment = TimeText.instant(text);
        long perSecond = form.perSecond();
        long nanosPerUnit = NANOS_PER_SECOND / perSecond;
        if (moment.getNano() % nanosPerUnit != 0) {
            throw new IllegalArgumentException(text);
        }
        long units = moment.getNano() / nanosPerUnit;
        // A moment before 1970 is calculated from the next full second; else the smallest one would overflow.
        return moment.getEpochSecond() < 0
                ? Math.addExact(Math.multiplyExact(moment.getEpochSecond() + 1, perSecond), units - perSecond)
                : Math.addExact(Math.multiplyExact(moment.getEpochSecond(), perSecond), units);
    }

    /** Returns a description of the texts of this type, for errors. */
    static String expected(Scalar type) {
        return switch (type.form()) {
            case HEX -> "a hexadecimal number, 0x1f";
            case SHORT_TEXT -> "a text of at most " + ShortText.MAX_CHARS + " characters";
            default -> "a moment, 2024-02-29T12:00:00Z, or " + type.form();
        };
    }
}
