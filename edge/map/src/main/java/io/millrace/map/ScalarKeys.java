package io.millrace.map;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ValuesDecoder;
import io.millrace.wire.Wire;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Decodes the keys of a map that are scalars with a natural order, without a class of the application. */
final class ScalarKeys {

    private static final int KEY = 0;

    private static final Map<ScalarKind, Class<?>> CLASSES = Map.ofEntries(
            Map.entry(ScalarKind.BOOLEAN, Boolean.class),
            Map.entry(ScalarKind.BYTE, Byte.class),
            Map.entry(ScalarKind.SHORT, Short.class),
            Map.entry(ScalarKind.CHAR, Character.class),
            Map.entry(ScalarKind.INT, Integer.class),
            Map.entry(ScalarKind.LONG, Long.class),
            Map.entry(ScalarKind.FLOAT, Float.class),
            Map.entry(ScalarKind.DOUBLE, Double.class),
            Map.entry(ScalarKind.STRING, String.class),
            Map.entry(ScalarKind.INSTANT, Instant.class),
            Map.entry(ScalarKind.LOCAL_DATE, LocalDate.class),
            Map.entry(ScalarKind.LOCAL_TIME, LocalTime.class),
            Map.entry(ScalarKind.LOCAL_DATE_TIME, LocalDateTime.class),
            Map.entry(ScalarKind.OFFSET_DATE_TIME, OffsetDateTime.class),
            Map.entry(ScalarKind.OFFSET_TIME, OffsetTime.class),
            Map.entry(ScalarKind.ZONED_DATE_TIME, ZonedDateTime.class),
            Map.entry(ScalarKind.DURATION, Duration.class),
            Map.entry(ScalarKind.YEAR, Year.class),
            Map.entry(ScalarKind.YEAR_MONTH, YearMonth.class),
            Map.entry(ScalarKind.MONTH_DAY, MonthDay.class),
            Map.entry(ScalarKind.ZONE_OFFSET, ZoneOffset.class),
            Map.entry(ScalarKind.BIG_DECIMAL, BigDecimal.class),
            Map.entry(ScalarKind.BIG_INTEGER, BigInteger.class),
            Map.entry(ScalarKind.UUID, UUID.class));

    private final ValuesDecoder decoder;

    private ScalarKeys(ValuesDecoder decoder) {
        this.decoder = decoder;
    }

    /**
     * Returns what decodes the keys of entries.
     *
     * @param put the call by which the entries are put
     * @throws MapException if the keys have no order that is known without their class
     */
    static ScalarKeys of(String where, CallSchema put) {
        Class<?> type = put.parameters().get(KEY).type() instanceof Scalar scalar ? CLASSES.get(scalar.kind()) : null;
        if (type == null) {
            throw new MapException("ranges need keys whose order is known without their class; an application asks for"
                    + " them with KeyOrder.NATURAL " + where + " keyType="
                    + MapForm.text(put.parameters().get(KEY), put));
        }
        DeclaredValue key = new DeclaredValue(MapForm.KEY, type, ScalarKeys.class);
        return new ScalarKeys(Wire.closed()
                .values(MapForm.INTERFACE, MapForm.REMOVED, List.of(key))
                .decoder(new MapForm(0, put).removal()));
    }

    /** Decodes the key with which arguments begin. */
    Object read(BinaryInput arguments) {
        return decoder.readOne(arguments, KEY, null);
    }
}
