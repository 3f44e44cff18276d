package io.millrace.text;

import io.millrace.wire.ArrayType;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.SetType;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireType;
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
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Random schemas, and random values of them in BINARY. */
final class YamlRandom {
    private static final ScalarKind[] KINDS = ScalarKind.values();
    private static final String[] NAMES = {
        "symbol", "price", "on", "x", "größe", "_a", "value$", "no", "quantity", "at", "null_", "side"
    };
    private static final List<String> ZONES =
            List.of("Europe/Paris", "UTC", "Z", "+01:00", "UTC+02:00", "America/New_York", "GMT0");

    private final Random random;

    YamlRandom(long seed) {
        random = new Random(seed);
    }

    /** Returns two enums, four messages that may contain everything, and two union types. */
    List<NamedType> types() {
        List<NamedType> types = new ArrayList<>();
        types.add(new EnumType("demo.Side", List.of("BUY", "SELL", "NO", "null", "a b, c")));
        types.add(new EnumType("demo.Größe", List.of("KLEIN", "GROß")));
        for (int i = 0; i < 4; i++) {
            String name = i == 3 ? "other.Message$M0" : "demo.M" + i;
            types.add(new MessageType(name, MessageForm.RECORD, fields()));
        }
        types.add(new UnionType("demo.Family", List.of(new Reference(2), new Reference(3), new Reference(5))));
        List<WireType> all = new ArrayList<>(List.of(new Reference(0), new Reference(1), new Reference(4)));
        for (ScalarKind kind : KINDS) {
            all.add(random.nextInt(all.size() + 1), Scalar.required(kind));
        }
        types.add(new UnionType("java.lang.Object", all));
        return types;
    }

    List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            String name = NAMES[random.nextInt(NAMES.length)];
            if (used.add(name)) {
                fields.add(new Field(name, type(0)));
            }
        }
        return fields;
    }

    WireType type(int depth) {
        return switch (depth > 2 ? random.nextInt(5) : random.nextInt(10)) {
            case 0, 1, 2 -> scalar();
            case 3, 4 -> new Reference(random.nextInt(8));
            case 5, 6 -> new ListType(type(depth + 1));
            case 7 -> new ArrayType(type(depth + 1));
            case 8 -> new SetType(type(depth + 1));
            default -> new MapType(random.nextInt(4) == 0 ? new Reference(0) : scalar(), type(depth + 1));
        };
    }

    private Scalar scalar() {
        ScalarKind kind = KINDS[random.nextInt(KINDS.length)];
        boolean primitive = switch (kind) {
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> true;
            default -> false;
        };
        return primitive && random.nextBoolean() ? Scalar.required(kind) : Scalar.nullable(kind);
    }

    void value(List<NamedType> types, WireType type, BinaryOutput out, int depth) {
        switch (type) {
            case Scalar scalar -> scalar(scalar, out);
            case Reference reference -> named(types, types.get(reference.number()), out, depth);
            case ListType list -> elements(types, list.element(), out, depth, false);
            case ArrayType array -> elements(types, array.element(), out, depth, false);
            case SetType set -> elements(types, set.element(), out, depth, true);
            case MapType map -> entries(types, map, out, depth);
        }
    }

    private int count(int depth) {
        return depth > 5 ? 0 : random.nextInt(20) == 0 ? random.nextInt(40) : random.nextInt(4);
    }

    private void elements(List<NamedType> types, WireType element, BinaryOutput out, int depth, boolean distinct) {
        if (random.nextInt(5) == 0) {
            out.writeNull();
            return;
        }
        List<byte[]> elements = new ArrayList<>();
        Set<EncodedKey> seen = new HashSet<>();
        for (int i = count(depth); i > 0; i--) {
            BinaryOutput one = BinaryOutput.allocate(64);
            value(types, element, one, depth + 1);
            if (seen.add(EncodedKey.since(0, one)) || !distinct) {
                elements.add(one.toByteArray());
            }
        }
        out.writeCount(elements.size());
        elements.forEach(bytes -> copy(bytes, out));
    }

    private void entries(List<NamedType> types, MapType map, BinaryOutput out, int depth) {
        if (random.nextInt(5) == 0) {
            out.writeNull();
            return;
        }
        List<byte[]> entries = new ArrayList<>();
        Set<EncodedKey> seen = new HashSet<>();
        for (int i = count(depth); i > 0; i--) {
            BinaryOutput one = BinaryOutput.allocate(64);
            value(types, map.key(), one, depth + 1);
            if (seen.add(EncodedKey.since(0, one))) {
                value(types, map.value(), one, depth + 1);
                entries.add(one.toByteArray());
            }
        }
        out.writeCount(entries.size());
        entries.forEach(bytes -> copy(bytes, out));
    }

    static void copy(byte[] bytes, BinaryOutput out) {
        for (byte b : bytes) {
            out.writeByte(b);
        }
    }

    private void named(List<NamedType> types, NamedType type, BinaryOutput out, int depth) {
        boolean isNull = depth > 6 || random.nextInt(6) == 0;
        switch (type) {
            case EnumType constants -> {
                if (isNull) {
                    out.writeNull();
                } else {
                    out.writeUnsigned(1 + random.nextInt(constants.constants().size()));
                }
            }
            case MessageType message -> {
                out.writeBoolean(!isNull);
                if (!isNull) {
                    fields(types, message.fields(), out, depth);
                }
            }
            case UnionType family -> {
                if (isNull) {
                    out.writeNull();
                } else {
                    member(types, family, out, depth);
                }
            }
        }
    }

    void fields(List<NamedType> types, List<Field> fields, BinaryOutput out, int depth) {
        fields.forEach(field -> value(types, field.type(), out, depth + 1));
    }

    private void member(List<NamedType> types, UnionType family, BinaryOutput out, int depth) {
        int number = random.nextInt(family.members().size());
        out.writeUnsigned(number + 1L);
        switch (family.members().get(number)) {
            case Reference reference
            when types.get(reference.number()) instanceof MessageType message ->
                fields(types, message.fields(), out, depth);
            case Reference reference ->
                out.writeUnsigned(1
                        + random.nextInt(((EnumType) types.get(reference.number()))
                                .constants()
                                .size()));
            case WireType scalar -> present(((Scalar) scalar).kind(), out);
        }
    }

    private void scalar(Scalar scalar, BinaryOutput out) {
        boolean isNull = scalar.isNullable() && random.nextInt(5) == 0;
        if (scalar.hasPresenceByte()) {
            out.writeBoolean(!isNull);
        } else if (isNull) {
            out.writeNull();
        }
        if (!isNull) {
            present(scalar.kind(), out);
        }
    }

    private void present(ScalarKind kind, BinaryOutput out) {
        switch (kind) {
            case BOOLEAN -> out.writeBoolean(random.nextBoolean());
            case BYTE -> out.writeByte((byte) random.nextInt());
            case SHORT -> out.writeShort((short) random.nextInt());
            case CHAR -> out.writeChar((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(65_536)));
            case INT -> out.writeInt(random.nextInt() >> random.nextInt(32));
            case LONG -> out.writeLong(random.nextLong() >> random.nextInt(64));
            case FLOAT -> out.writeFloat(random.nextInt(8) == 0 ? (float) special() : random.nextFloat() * number());
            case DOUBLE -> out.writeDouble(floating());
            case STRING -> out.writeString(string());
            case BYTES -> out.writeBytes(bytes());
            case YEAR -> out.writeYear(Year.of(random.nextInt(-3_000, 30_000)));
            case YEAR_MONTH -> out.writeYearMonth(YearMonth.of(random.nextInt(-30_000, 30_000), random.nextInt(1, 13)));
            case MONTH_DAY -> out.writeMonthDay(MonthDay.of(2, random.nextInt(1, 30)));
            case DURATION -> out.writeDuration(Duration.ofSeconds(random.nextLong() >> random.nextInt(64), nanos()));
            case PERIOD -> out.writePeriod(Period.of(random.nextInt(), random.nextInt(-20, 20), random.nextInt()));
            case ZONE_ID -> out.writeZoneId(zone());
            case ZONE_OFFSET -> out.writeZoneOffset(offset());
            case BIG_DECIMAL -> out.writeBigDecimal(new BigDecimal(integer(), random.nextInt() >> random.nextInt(32)));
            case BIG_INTEGER -> out.writeBigInteger(integer());
            case UUID -> out.writeUuid(new UUID(random.nextLong(), random.nextLong()));
            default -> time(kind, out);
        }
    }

    private int number() {
        return random.nextInt(1_000_000);
    }

    private double floating() {
        return switch (random.nextInt(8)) {
            case 0 -> special();
            case 1 -> {
                double any = Double.longBitsToDouble(random.nextLong());
                yield Double.isNaN(any) ? Double.NaN : any;
            }
            case 2, 3, 4 -> random.nextGaussian();
            default -> random.nextInt(100_000) / 100.0;
        };
    }

    private double special() {
        double[] values = {Double.NaN, -0.0, 0.0, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, Double.MAX_VALUE, 1e23, 9e15};
        return values[random.nextInt(values.length)];
    }

    private void time(ScalarKind kind, BinaryOutput out) {
        long second = random.nextBoolean()
                ? random.nextLong(2_000_000_000L)
                : random.nextLong(-31_000_000_000_000L, 31_000_000_000_000L);
        Instant moment = Instant.ofEpochSecond(second, nanos());
        LocalDateTime local = LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
        LocalDate date = local.toLocalDate();
        LocalTime time = local.toLocalTime();
        switch (kind) {
            case INSTANT -> out.writeInstant(moment);
            case LOCAL_DATE -> out.writeLocalDate(date);
            case LOCAL_TIME -> out.writeLocalTime(time);
            case LOCAL_DATE_TIME -> out.writeLocalDateTime(local);
            case OFFSET_DATE_TIME -> out.writeOffsetDateTime(OffsetDateTime.of(local, offset()));
            case OFFSET_TIME -> out.writeOffsetTime(OffsetTime.of(time, offset()));
            case ZONED_DATE_TIME -> out.writeZonedDateTime(ZonedDateTime.ofInstant(moment, zone()));
            default -> throw new AssertionError(kind);
        }
    }

    private int nanos() {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> random.nextInt(1_000) * 1_000_000;
            default -> random.nextInt(1_000_000_000);
        };
    }

    private ZoneOffset offset() {
        return ZoneOffset.ofTotalSeconds(
                random.nextBoolean() ? random.nextInt(-18, 19) * 3_600 : random.nextInt(-64_800, 64_801));
    }

    private ZoneId zone() {
        return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    }

    private BigInteger integer() {
        BigInteger value = new BigInteger(random.nextInt(200), random);
        return random.nextBoolean() ? value : value.negate();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(5)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String string() {
        String[] pieces = {"ABC", "a b", "1", " ", ", ", ": ", "\n", "é", "😀", "#", "-", "null", "\t", "'", "[", "x"};
        StringBuilder value = new StringBuilder();
        int count = random.nextInt(100) == 0 ? random.nextInt(800) : random.nextInt(5);
        for (int i = 0; i < count; i++) {
            value.append(pieces[random.nextInt(pieces.length)]);
        }
        return value.toString();
    }
}
