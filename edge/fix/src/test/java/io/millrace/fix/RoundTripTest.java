package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each message of each dictionary, with each of its members and groups in groups, is written, validated and read. */
class RoundTripTest {

    private static final int DEEPEST = 4;

    private final FixWriter writer = new FixWriter();
    private final List<String> written = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {"FIX40", "FIX41", "FIX42", "FIX43", "FIX44", "FIXT11", "FixRepository42", "FixRepository44"})
    void eachMessageComesBack(String name) {
        check(Samples.dictionary(name + ".xml"), 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIX50", "FIX50SP1", "FIX50SP2", "FIXLatest"})
    void eachMessageOfAnApplicationVersionComesBack(String name) {
        check(FixDictionary.combine(Samples.dictionary("FIXT11.xml"), Samples.dictionary(name + ".xml")), 1);
    }

    private void check(FixDictionary dictionary, int rounds) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        FixMessage message = new FixMessage();
        FixValidator validator = new FixValidator(FixCheck.all());
        for (int round = 0; round < rounds; round++) {
            for (FixMessageType type : dictionary.messages()) {
                String where = "seed=" + seed + " message=" + type.name();
                written.clear();
                writer.start(type.type());
                members(dictionary.header(), random, 0, 1.0, dictionary.header());
                writer.body();
                members(type.body(), random, 0, random.nextDouble(), dictionary.header());
                writer.finish("FIX.4.4");
                FixFault fault = message.parse(writer.bytes(), writer.offset(), writer.length(), dictionary);
                assertEquals(FixFault.NONE, fault, where);
                boolean valid = validator.isValid(message);
                assertTrue(
                        valid, () -> where + " problem=" + validator.problem().text() + "\n" + message);
                List<String> read = new ArrayList<>();
                for (int field = 3; field < message.size() - 1; field++) {
                    read.add(message.depth(field) + " " + message.tag(field) + " " + message.textAt(field));
                }
                assertEquals(written, read, where);
            }
        }
    }

    private void members(FixMembers members, Random random, int depth, double density, FixMembers header) {
        FixField counted = null;
        for (int slot = 0; slot < members.size(); slot++) {
            FixField field = members.field(slot);
            FixGroup group = members.group(slot);
            boolean needed = members.isRequired(slot) || (slot == 0 && depth > 0);
            boolean taken = needed || random.nextDouble() < density;
            FixField next = slot + 1 < members.size() ? members.field(slot + 1) : null;
            boolean length = next != null && next.type() == FixType.DATA;
            if (members == header && (field.tag() == 8 || field.tag() == 9 || field.tag() == 35)) {
                continue;
            }
            if (group != null) {
                if (needed || (taken && depth < DEEPEST)) {
                    int entries = 1 + random.nextInt(2);
                    put(field, Integer.toString(entries), depth);
                    for (int entry = 0; entry < entries; entry++) {
                        members(group.members(), random, depth + 1, density / 3, header);
                    }
                }
            } else if (field.type() == FixType.DATA) {
                if (counted != null) {
                    put(counted, "5", depth);
                    put(field, "a\u00018=\u0001", depth);
                }
            } else if (taken && !length) {
                put(field, value(field, random), depth);
            }
            counted = length && taken ? field : null;
        }
    }

    private void put(FixField field, String value, int depth) {
        byte[] bytes = FixText.bytes(value);
        writer.put(field.tag(), bytes, 0, bytes.length);
        written.add(depth + " " + field.tag() + " " + value);
    }

    private static String value(FixField field, Random random) {
        if (!field.values().isEmpty()) {
            return field.values().get(random.nextInt(field.values().size()));
        }
        return switch (field.type()) {
            case STRING, DATA, VALUES -> "text " + random.nextInt(1000);
            case CHAR -> "x";
            case BOOLEAN -> random.nextBoolean() ? "Y" : "N";
            case INT -> Integer.toString(random.nextInt());
            case COUNT, GROUP_COUNT -> Integer.toString(random.nextInt(1 << 20));
            case DECIMAL -> random.nextInt(-1000, 1000) + "." + random.nextInt(1000);
            case CHARS -> "A B";
            case TIMESTAMP -> "20260302-08:00:00.123";
            case TIME -> "08:00:00";
            case DATE -> "20260302";
            case MONTH_YEAR -> "202603";
            case DAY -> "28";
            case ZONED -> "08:00:00Z";
        };
    }
}
