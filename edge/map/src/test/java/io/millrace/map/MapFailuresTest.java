package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import io.millrace.journal.JournalDamagedException;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails leaves the map as it was, or says so; what another program has written is refused where it is no map. */
class MapFailuresTest {

    @TempDir
    Path scratch;

    private Path dir() {
        return scratch.resolve("map");
    }

    private PersistentMap<String, Long> open() {
        return PersistentMap.open(dir(), String.class, Long.class);
    }

    private PersistentMap<String, Long> openReadOnly() {
        return PersistentMap.openReadOnly(dir(), String.class, Long.class);
    }

    /** Writes calls as another program may. */
    private void write(Consumer<ChannelWriter> calls) {
        try (Channel channel = Channel.journal("map", dir(), ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            calls.accept(writer);
        }
    }

    private static ValuesCodec codec(String method, DeclaredValue... values) {
        return Wire.closed().values(MapForm.INTERFACE, method, Arrays.asList(values));
    }

    private static DeclaredValue value(String name, Class<?> type) {
        return new DeclaredValue(name, type, MapFailuresTest.class);
    }

    private static void call(ChannelWriter writer, ValuesCodec codec, Object... row) {
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.write(out, row);
        writer.call(codec.schema(), out.segment(), out.start(), out.length());
    }

    private static void begin(ChannelWriter writer) {
        call(writer, codec(MapForm.BEGUN, value("version", int.class)), MapForm.VERSION);
    }

    private static ValuesCodec put() {
        return codec(MapForm.PUT, value(MapForm.KEY, String.class), value(MapForm.VALUE, Long.class));
    }

    private static void assertRefused(String begin, Runnable opening) {
        MapException refused = assertThrows(MapException.class, opening::run);
        assertTrue(refused.getMessage().startsWith(begin), refused::getMessage);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aBatchThatFailsLeavesTheMapUsable(int staged) {
        BinaryOutput out = BinaryOutput.allocate(64);
        put().write(out, "a", 1L);
        CallSchema schema = put().schema();
        try (MapStore store = MapStore.open(dir(), MapOptions.defaults())) {
            store.lock().lock();
            ChangeWriter.Calls failing = writer -> {
                for (int i = 0; i < staged; i++) {
                    writer.call(schema, out.segment(), out.start(), out.length());
                }
                throw new OutOfMemoryError("injected");
            };
            OutOfMemoryError error = assertThrows(OutOfMemoryError.class, () -> store.writeGroup(0, 1, failing));
            assertEquals(0, error.getSuppressed().length);
            assertEquals(0, store.size());
            store.write(schema, out);
            assertEquals(1, store.size());
        }
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(1, map.get("a"), "what was put after the batch is there");
        }
    }

    @Test
    void noOlderValueIsPutAgainAfterABatchThatFailedWhenItWasPublished() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        int keys = 300;
        long[] model = new long[keys];
        ValuesCodec codec = put();
        CallSchema schema = codec.schema();
        BinaryOutput out = BinaryOutput.allocate(64);
        try (MapStore store = MapStore.open(dir(), MapOptions.defaults().withSegmentSizeBytes(1 << 16));
                PersistentMap<String, Long> reader = openReadOnly()) {
            store.lock().lock();
            for (int i = 0; i < keys; i++) {
                store.write(schema, arguments(codec, out, "k" + i, 0));
            }
            for (long round = 1; round <= 60; round++) {
                long value = round;
                ChangeWriter.Calls failing = writer -> {
                    for (int i = 0; i < keys; i++) {
                        if (random.nextBoolean()) {
                            arguments(codec, out, "k" + i, value);
                            writer.call(schema, out.segment(), out.start(), out.length());
                            model[i] = value;
                        }
                    }
                    writer.commit();
                    throw new OutOfMemoryError("injected");
                };
                assertThrows(OutOfMemoryError.class, () -> store.writeGroup(0, 1, failing));
                for (int i = 0; i < 100; i++) {
                    store.write(schema, arguments(codec, out, "hot", i));
                }
                for (int i = 0; i < keys; i++) {
                    assertEquals(model[i], reader.get("k" + i), "seed=" + seed);
                }
            }
        }
    }

    private static BinaryOutput arguments(ValuesCodec codec, BinaryOutput out, String key, long value) {
        out.reset();
        codec.write(out, key, value);
        return out;
    }

    @Test
    void afterACallThatCannotBeAppliedNothingIsRead() {
        try (PersistentMap<String, Long> map = open()) {
            map.put("a", 1L);
        }
        try (PersistentMap<String, Long> reader = openReadOnly()) {
            assertEquals(1, reader.get("a"));
            write(writer -> {
                writer.begin(new Input().set(Source.external("batch"), 17, 0));
                call(writer, put(), "a", 2L);
                call(writer, put(), "b", null);
                writer.commit();
            });
            JournalDamagedException damaged = assertThrows(JournalDamagedException.class, () -> reader.get("a"));
            assertTrue(damaged.getMessage().contains(" index="), damaged::getMessage);
            assertTrue(damaged.getMessage().endsWith("reason=value must not be null"), damaged::getMessage);
            String begin = "map failed earlier and must be opened again directory=";
            assertRefused(begin, () -> reader.get("a"));
            assertRefused(begin, reader::size);
            assertRefused(begin, reader::isEmpty);
            assertRefused(begin, reader::snapshot);
            assertRefused(begin, () -> reader.asConcurrentMap().keySet().forEach(key -> {}));
        }
        assertThrows(JournalDamagedException.class, this::open);
    }

    @Test
    void callsOfDifferentBatchesAreNoBatch() {
        try (PersistentMap<String, Long> map = open()) {
            map.batch().put("a", 2L).put("b", 2L).commit();
            map.batch().put("c", 3L).put("d", 3L).commit();
            map.put("a", 1L);
            map.remove("d");
        }
        CutGroup.appendMixed(dir());
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(1, map.get("a"));
            assertNull(map.get("d"));
        }
    }

    @Test
    void entriesOfAnyLengthAreOpenedAndLimitsApplyToWhatIsRead() {
        MapOptions narrow = MapOptions.defaults().withLimits(new WireLimits(1_024, 128, 10, 2));
        try (PersistentMap<String, String> map = PersistentMap.open(dir(), String.class, String.class)) {
            map.put("long", "v".repeat(5_000));
            map.put("short", "v");
            map.put("k".repeat(200), "v");
        }
        try (PersistentMap<String, String> map = PersistentMap.open(dir(), String.class, String.class, narrow)) {
            assertEquals(3, map.size());
            assertEquals("v", map.get("short"));
            assertThrows(WireLimitException.class, () -> map.get("long"));
        }
    }

    @Test
    void aTableThatIsHalfFullGrows() {
        try (YamlMap map = YamlMap.open(dir(), MapOptions.defaults())) {
            for (int i = 0; i < 500; i++) {
                map.put("k" + i, "v");
            }
            for (int i = 0; i < 2_000; i++) {
                map.put("x" + i, "v");
                assertTrue(map.remove("x" + i));
            }
            assertEquals(500, map.check());
            assertEquals(2_048 * 16, map.info().indexBytes());
        }
    }

    @Test
    void aValueThatCannotBeReadIsDamage() {
        ValuesCodec bytes = codec(MapForm.PUT, value(MapForm.KEY, String.class), value(MapForm.VALUE, byte[].class));
        ValuesCodec text = codec(MapForm.PUT, value(MapForm.KEY, String.class), value(MapForm.VALUE, String.class));
        write(writer -> {
            begin(writer);
            BinaryOutput out = BinaryOutput.allocate(64);
            bytes.write(out, "a", new byte[] {(byte) 0xff});
            writer.call(text.schema(), out.segment(), out.start(), out.length());
        });
        try (YamlMap map = YamlMap.openReadOnly(dir(), MapOptions.defaults())) {
            assertEquals(1, map.size());
            String begin = "entry of the map cannot be read directory=";
            RuntimeException get = assertThrows(JournalDamagedException.class, () -> map.get("a"));
            assertTrue(get.getMessage().startsWith(begin), get::getMessage);
            RuntimeException export = assertThrows(JournalDamagedException.class, () -> map.export(_ -> {}));
            assertTrue(export.getMessage().startsWith(begin), export::getMessage);
        }
    }

    @Test
    void anEmptyOptionalIsNoValue() {
        try (PersistentMap<String, OptionalInt> map = PersistentMap.open(dir(), String.class, OptionalInt.class)) {
            assertRefused("value must not be empty", () -> map.put("a", OptionalInt.empty()));
            map.put("a", OptionalInt.of(1));
            assertEquals(OptionalInt.of(1), map.get("a"));
        }
    }

    @Test
    void primitivesAreRefusedBeforeAnythingIsWritten() {
        String begin = "keys and values are objects, not primitives directory=";
        assertRefused(begin, () -> PersistentMap.open(dir(), long.class, Long.class));
        assertRefused(begin, () -> PersistentMap.open(dir(), Long.class, int.class));
        assertFalse(Files.exists(dir()));
    }

    @Test
    void callsWithOtherParametersAreRefused() {
        write(writer -> {
            begin(writer);
            call(writer, codec(MapForm.PUT, value(MapForm.KEY, String.class)), "a");
        });
        assertRefused("call has other parameters than that of a map directory=", this::openReadOnly);
        assertRefused("call has other parameters than that of a map directory=", this::open);
    }

    @Test
    void aMapWithoutItsBeginningIsRefused() {
        write(writer -> call(writer, put(), "a", 1L));
        assertRefused("calls of the map lack their beginning directory=", this::open);
    }

    @Test
    void theFunctionOfAComputationChangesNeitherMapNorKey() {
        try (PersistentMap<Position, String> map = PersistentMap.open(dir(), Position.class, String.class)) {
            Position key = new Position().set("me", 1, 1);
            assertRefused(
                    "function must not change the map",
                    () -> map.compute(key, (_, _) -> {
                        map.put(key, "inner");
                        return "outer";
                    }));
            assertTrue(map.isEmpty());
            map.compute(key, (given, old) -> {
                given.set("you", 2, 2);
                return "v" + map.size() + old;
            });
            assertNull(map.get(key));
            assertEquals("v0null", map.get(new Position().set("me", 1, 1)));
        }
    }

    @Test
    void aLookupThatHasGrownIsNotKept() {
        try (MapStore store = MapStore.open(dir(), MapOptions.defaults());
                Lookups lookups = new Lookups(store::newLookup)) {
            KeyLookup small = lookups.take();
            lookups.giveBack(small);
            KeyLookup same = lookups.take();
            assertEquals(small, same);
            same.output.writeBytes(new byte[2 << 20]);
            lookups.giveBack(same);
            KeyLookup other = lookups.take();
            assertNotSame(same, other);
            lookups.giveBack(other);
        }
    }
}
