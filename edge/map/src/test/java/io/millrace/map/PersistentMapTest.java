package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalLockedException;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PersistentMapTest {

    @TempDir
    Path scratch;

    record Tagged(Set<String> tags) {}

    record Price(double price) {}

    record Account(String owner, int number) {}

    interface Notes {
        void note(String text);
    }

    Path dir() {
        return scratch.resolve("map");
    }

    /** Returns how the maps are opened for writing. */
    MapOptions options() {
        return MapOptions.defaults();
    }

    /** Returns the size of segments where a batch has 5,000 changes. */
    long manyChangesSegmentBytes() {
        return 1 << 16;
    }

    private PersistentMap<String, Long> open() {
        return PersistentMap.open(dir(), String.class, Long.class, options());
    }

    @Test
    void holdsWhatWasPutAfterAnOpening() {
        try (PersistentMap<String, Long> map = open()) {
            assertTrue(map.isEmpty());
            map.put("a", 1L);
            map.put("b", 2L);
            map.put("a", 3L);
            assertTrue(map.remove("b"));
            assertFalse(map.remove("b"));
        }
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(1, map.size());
            assertEquals(3, map.get("a"));
            assertNull(map.get("b"));
            map.sync();
        }
    }

    @Test
    void entriesComeInTheOrderInWhichTheyWerePutLast() {
        try (PersistentMap<String, Long> map = open()) {
            for (long i = 0; i < 5; i++) {
                map.put("k" + i, i);
            }
            map.put("k1", 10L);
            map.remove("k3");
            try (MapSnapshot<String, Long> snapshot = map.snapshot()) {
                map.put("k0", 20L);
                map.remove("k2");
                List<String> seen = new ArrayList<>();
                snapshot.forEach(entry -> seen.add(entry.getKey() + "=" + entry.getValue()));
                assertEquals(List.of("k0=0", "k2=2", "k4=4", "k1=10"), seen, "later changes do not appear");
                assertEquals(4, snapshot.size());
            }
        }
    }

    @Test
    void aBatchIsMadeAsAWholeOrNotAtAll() {
        try (PersistentMap<String, Long> map = open();
                PersistentMap<String, Long> reader = PersistentMap.openReadOnly(dir(), String.class, Long.class)) {
            MapBatch<String, Long> batch = map.batch().put("a", 1L).put("b", 2L).remove("c");
            assertNull(map.get("a"));
            assertEquals(3, batch.size());
            batch.commit();
            assertEquals(2, reader.get("b"));
            assertEquals(1, map.get("a"));
            batch.put("a", 5L);
            assertThrows(NullPointerException.class, () -> batch.put("b", null));
            batch.clear();
            batch.commit();
            assertEquals(1, map.get("a"));
            MapException refused = assertThrows(
                    MapException.class, () -> reader.batch().put("a", 1L).commit());
            assertTrue(refused.getMessage().startsWith("map is open for reading only directory="), refused::getMessage);
        }
    }

    @Test
    void aBatchOfManyChangesIsWholeToo() {
        MapOptions small = options().withSegmentSizeBytes(manyChangesSegmentBytes());
        try (PersistentMap<String, Long> map = PersistentMap.open(dir(), String.class, Long.class, small)) {
            MapBatch<String, Long> batch = map.batch();
            for (long i = 0; i < 5_000; i++) {
                batch.put("key " + i, i);
            }
            batch.commit();
            assertEquals(5_000, map.size());
        }
        try (PersistentMap<String, Long> map = PersistentMap.openReadOnly(dir(), String.class, Long.class)) {
            assertEquals(5_000, map.size());
            assertEquals(4_999, map.get("key 4999"));
        }
    }

    @Test
    void aGroupWhoseEndIsMissingChangesNothing() {
        try (PersistentMap<String, Long> map = open()) {
            map.batch().put("a", 2L).put("b", 2L).commit();
            map.put("a", 1L);
            map.remove("b");
        }
        CutGroup.append(dir());
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(1, map.get("a"));
            map.put("b", 1L);
            assertEquals(1, map.get("a"));
            map.batch().put("a", 3L).put("b", 3L).commit();
            assertEquals(3, map.get("a"));
        }
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(3, map.get("a"));
            assertEquals(2, map.size());
        }
    }

    @Test
    void aValueIsReadIntoAnEarlierOne() {
        try (PersistentMap<Integer, Position> map =
                PersistentMap.open(dir(), Integer.class, Position.class, options())) {
            map.put(1, new Position().set("me", 5, 1.5));
            Position reused = new Position();
            assertSame(reused, map.get(1, reused));
            assertEquals("me", reused.account);
            assertNull(map.get(2, reused));
        }
    }

    @Test
    void keysAndValuesMayBeBytes() {
        try (PersistentMap<byte[], byte[]> map = PersistentMap.open(dir(), byte[].class, byte[].class, options())) {
            map.put(new byte[] {1, 2}, new byte[] {3});
            map.put(new byte[0], new byte[] {4});
            assertArrayEquals(new byte[] {3}, map.get(new byte[] {1, 2}));
            assertArrayEquals(new byte[] {4}, map.get(new byte[0]));
            assertNull(map.get(new byte[] {1}));
        }
    }

    @Test
    void isAConcurrentMap() {
        try (PersistentMap<String, Long> map = open()) {
            ConcurrentMap<String, Long> view = map.asConcurrentMap();
            assertNull(view.put("a", 1L));
            assertEquals(1, view.put("a", 2L));
            assertEquals(2, view.putIfAbsent("a", 3L));
            assertNull(view.putIfAbsent("b", 3L));
            assertEquals(3, view.computeIfAbsent("b", _ -> 9L));
            assertEquals(4, view.computeIfPresent("b", (_, old) -> old + 1));
            assertTrue(view.remove("b", 4L));
            assertEquals(0, view.getOrDefault("b", 0L));
            assertEquals(Map.of("a", 2L), view);
            assertTrue(view.keySet().removeIf(key -> key.equals("a")));
            assertTrue(view.isEmpty());
        }
    }

    @Test
    void aConcurrentMapRemovesWhatWasSeen() {
        try (PersistentMap<String, Long> map = open()) {
            ConcurrentMap<String, Long> view = map.asConcurrentMap();
            view.put("a", 1L);
            Iterator<Map.Entry<String, Long>> entries = view.entrySet().iterator();
            assertEquals(Map.entry("a", 1L), entries.next());
            map.put("a", 2L);
            entries.remove();
            assertEquals(2, map.get("a"), "another value than the one that was seen");
            assertFalse(view.entrySet().remove(Map.entry("a", 1L)));
            long before = map.lastIndex();
            assertEquals(2, view.putIfAbsent("a", 3L));
            assertEquals(2, view.computeIfAbsent("a", _ -> 3L));
            assertThrows(NullPointerException.class, () -> view.merge("a", null, Long::sum));
            assertEquals(before, map.lastIndex(), "nothing was written");
            view.replaceAll((_, old) -> old + 1);
            assertEquals(3, map.get("a"));
            assertTrue(view.keySet().remove("a"));
            assertFalse(view.keySet().remove("a"));
            assertNull(view.computeIfAbsent("a", _ -> null));
            assertTrue(map.isEmpty());
        }
    }

    @Test
    void isReadableAsAChannel() {
        try (PersistentMap<String, Long> map = open()) {
            map.put("a", 1L);
            map.remove("a");
        }
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(dir());
                ChannelCursor cursor = channel.cursor()) {
            while (cursor.next() == Entry.CALL) {
                calls.add(cursor.yaml());
            }
        }
        assertEquals(List.of("begun: 1\n", "put: [a, 1]\n", "removed: a\n"), calls);
    }

    @Test
    void aReaderMaySeeOnlyWhatIsSynced() {
        MapOptions synced = MapOptions.defaults().withDurability(Durability.SYNCED);
        try (PersistentMap<String, Long> map = open();
                PersistentMap<String, Long> reader =
                        PersistentMap.openReadOnly(dir(), String.class, Long.class, synced)) {
            map.put("a", 1L);
            map.sync();
            assertEquals(1, reader.get("a"));
            map.put("a", 2L);
            assertEquals(1, reader.get("a"));
            map.sync();
            assertEquals(2, reader.get("a"));
        }
    }

    @Test
    void oneOwnerAtATime() {
        try (PersistentMap<String, Long> map = open()) {
            map.put("a", 1L);
            JournalLockedException refused = assertThrows(JournalLockedException.class, this::open);
            assertNotNull(refused.getMessage());
        }
    }

    @Test
    void tooLargeIsRefusedAndChangesNothing() {
        MapOptions options = options().withSegmentSizeBytes(1 << 16).withMaxKeyBytes(100);
        try (PersistentMap<String, String> map = PersistentMap.open(dir(), String.class, String.class, options)) {
            map.put("a", "b");
            MapException key = assertThrows(MapException.class, () -> map.put("k".repeat(100), "v"));
            assertTrue(key.getMessage().startsWith("key is too long directory="), key::getMessage);
            assertTrue(key.getMessage().endsWith(" bytes=101 limit=100"), key::getMessage);
            MapException value = assertThrows(MapException.class, () -> map.put("a", "v".repeat(1 << 14)));
            assertTrue(value.getMessage().contains(" limit=13824 segmentSizeBytes=65536"), value::getMessage);
            assertThrows(MapException.class, () -> map.batch().put("a", "v".repeat(1 << 14)));
            map.put("c", "v".repeat(13_000));
            assertEquals("b", map.get("a"));
            assertEquals(2, map.size());
            assertThrows(NullPointerException.class, () -> map.put("a", null));
            assertThrows(NullPointerException.class, () -> map.get(null));
        }
    }

    @Test
    void otherTypesAreRefused() {
        try (PersistentMap<String, Long> map = open()) {
            map.put("a", 1L);
        }
        assertRefused(
                () -> PersistentMap.open(dir(), Integer.class, Long.class, options()),
                "map has keys of another type",
                "type=STRING asked=java.lang.Integer");
        assertRefused(
                () -> PersistentMap.open(dir(), String.class, String.class, options()),
                "map has values of another type",
                "type=LONG asked=java.lang.String");
        assertRefused(
                () -> PersistentMap.openReadOnly(dir(), String.class, Price.class),
                "map has values of another type",
                "asked=" + Price.class.getName());
        assertRefused(
                () -> PersistentMap.open(scratch.resolve("other"), Tagged.class, Long.class, options()),
                "a key must not contain a set or a map",
                "keyType=" + Tagged.class.getName());
        Path accounts = scratch.resolve("accounts");
        try (PersistentMap<String, Account> map =
                PersistentMap.open(accounts, String.class, Account.class, options())) {
            map.put("a", new Account("me", 1));
        }
        assertRefused(
                () -> PersistentMap.open(accounts, String.class, Price.class, options()),
                "map has values of another type",
                "type=" + Account.class.getName());
        try (PersistentMap<String, Long> map = open()) {
            assertEquals(1, map.get("a"), "nothing was changed");
        }
    }

    private static void assertRefused(Runnable open, String begin, String part) {
        MapException refused = assertThrows(MapException.class, open::run);
        assertTrue(refused.getMessage().startsWith(begin), refused::getMessage);
        assertTrue(refused.getMessage().contains(part), refused::getMessage);
    }

    @Test
    void anotherDirectoryIsNoMap() throws IOException {
        assertThrows(JournalException.class, () -> PersistentMap.openReadOnly(dir(), String.class, Long.class));
        Path files = Files.createDirectory(scratch.resolve("files"));
        Files.writeString(files.resolve("notes.txt"), "x");
        assertRefused(
                () -> PersistentMap.open(files, String.class, Long.class, options()),
                "directory holds files and no map",
                "file=notes.txt");
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(1, left.count());
        }
        assertRefused(
                () -> PersistentMap.open(files.resolve("notes.txt"), String.class, Long.class, options()),
                "a map is a directory, not a file",
                "notes.txt");
        Path channel = scratch.resolve("channel");
        try (Channel other = Channel.journal("channel", channel, ChannelOptions.defaults());
                ChannelWriter writer = other.writer()) {
            writer.as(Notes.class).note("n");
        }
        assertRefused(
                () -> PersistentMap.open(channel, String.class, Long.class, options()),
                "directory holds other calls than those of a map",
                "interface=" + Notes.class.getName() + " method=note");
        assertRefused(
                () -> PersistentMap.openReadOnly(channel, String.class, Long.class),
                "directory holds other calls than those of a map",
                "method=note");
    }

    @Test
    void aMapOfANewerVersionIsRefused() {
        ValuesCodec begun = Wire.closed()
                .values(
                        MapForm.INTERFACE,
                        MapForm.BEGUN,
                        List.of(new DeclaredValue("version", int.class, PersistentMapTest.class)));
        try (Channel channel = Channel.journal("map", dir(), ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            BinaryOutput out = BinaryOutput.allocate(64);
            begun.write(out, MapForm.VERSION + 1);
            writer.call(begun.schema(), out.segment(), out.start(), out.length());
        }
        assertRefused(this::open, "map was written by a newer version of Millrace", "known=1 version=2");
    }

    @Test
    void whatAProcessLeavesThatIsKilledWhileItMakesAMapIsNoObstacle() throws IOException {
        Files.createDirectories(dir());
        Files.write(dir().resolve("00000000.4ce4348d08f8a6af.preparing"), new byte[1 << 16]);
        try (PersistentMap<String, Long> map = PersistentMap.open(dir(), String.class, Long.class, options())) {
            map.put("k", 1L);
        }
        try (PersistentMap<String, Long> map = PersistentMap.openReadOnly(dir(), String.class, Long.class)) {
            assertEquals(1L, map.get("k"));
        }
    }
}
