package io.millrace.wire;

import java.time.Instant;

/** Reads whole numbers in the forms that {@link Shown} can ask for. */
final class ShownText {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** In front of a number that is no short text; it is not in their alphabet. */
    private static final char NOT_TEXT = '#';

    private ShownText() {}

    private static int bits(ScalarKind kind) {
        return switch (kind) {
            case BYTE -> Byte.SIZE;
            case SHORT -> Short.SIZE;
            case INT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    /**
     * Writes the number that a text stands for; digits stand for themselves except in a short text.
     *
     * @throws IllegalArgumentException where it stands for none, as {@link java.time.DateTimeException} or
     *     {@link ArithmeticException} where it is a moment that has none
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
        return NumberText.isInteger(text) ? NumberText.parseLong(text) : moment(type.form(), text);
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
        // A negative moment is counted from the second behind it, or the smallest would overflow on the way.
        return moment.getEpochSecond() < 0
                ? Math.addExact(Math.multiplyExact(moment.getEpochSecond() + 1, perSecond), units - perSecond)
                : Math.addExact(Math.multiplyExact(moment.getEpochSecond(), perSecond), units);
    }

    /** What an error says was expected. */
    static String expected(Scalar type) {
        return switch (type.form()) {
            case HEX -> "a hexadecimal number, 0x1f";
            case SHORT_TEXT -> "a text of at most " + ShortText.MAX_CHARS + " characters";
            default -> "a moment, 2024-02-29T12:00:00Z, or " + type.form();
        };
    }
}
