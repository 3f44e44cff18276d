package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ShortText;
import io.millrace.wire.TextForm;
import java.time.Instant;

/** Whole numbers as text in the forms of {@link TextForm}; every number has a text. */
final class ShownNumbers {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** The prefix of a number that does not represent a short text; it is not in the alphabet of short texts. */
    private static final char NOT_TEXT = '#';

    private ShownNumbers() {}

    /** Reads a number of a kind and appends its text, which may need quotes. */
    static void append(Utf8Output out, Scalar type, BinaryInput in) {
        ScalarKind kind = type.kind();
        long value = switch (kind) {
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            default -> throw new AssertionError(kind);
        };
        switch (type.form()) {
            case DECIMAL -> out.put(value);
            case HEX -> out.putAscii("0x" + Long.toHexString(value & -1L >>> (Long.SIZE - bits(kind))));
            case SHORT_TEXT -> {
                if (ShortText.isText(value)) {
                    out.putAscii(ShortText.decode(value));
                } else {
                    out.put(NOT_TEXT);
                    out.put(value);
                }
            }
            default -> appendMoment(out, type.form(), value);
        }
    }

    private static void appendMoment(Utf8Output out, NumberForm form, long value) {
        boolean isMoment = form != NumberForm.EPOCH_SECONDS
                || (value >= Instant.MIN.getEpochSecond() && value <= Instant.MAX.getEpochSecond());
        if (isMoment) {
            long perSecond = form.perSecond();
            long nanos = Math.floorMod(value, perSecond) * (NANOS_PER_SECOND / perSecond);
            YamlTimes.append(out, Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos));
        } else {
            out.put(value);
        }
    }

    private static int bits(ScalarKind kind) {
        return switch (kind) {
            case BYTE -> Byte.SIZE;
            case SHORT -> Short.SIZE;
            case INT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }
}
