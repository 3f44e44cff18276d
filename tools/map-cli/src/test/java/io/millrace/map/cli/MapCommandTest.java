package io.millrace.map.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Ownership;
import io.millrace.map.MapOptions;
import io.millrace.map.PersistentMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MapCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path scratch;

    record Position(String account, long quantity) {}

    private int run(Path map, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all =
                Stream.concat(Stream.of(map.toString()), Stream.of(arguments)).toArray(String[]::new);
        return new CommandLine(new MapCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((error, _, _) -> {
                    err.append(error.getMessage());
                    return 1;
                })
                .execute(all);
    }

    private void assertRuns(String expected, Path map, String... arguments) {
        assertEquals(0, run(map, arguments), err::toString);
        assertEquals(expected, out.toString());
    }

    private void assertFails(int code, String expected, Path map, String... arguments) {
        assertEquals(code, run(map, arguments), err::toString);
        assertTrue(err.toString().contains(expected), err::toString);
    }

    @Test
    void aMapOfStringsIsMadeReadAndChanged() {
        Path map = scratch.resolve("m");
        assertRuns("", map, "put", "k", "1");
        assertRuns("", map, "put", "other", "a b");
        assertRuns("\"1\"\n", map, "get", "k"); // the text, not the number
        assertRuns("2\n", map, "size");
        assertRuns("", map, "put", "k", "two");
        assertRuns("two\n", map, "get", "k");
        assertRuns("", map, "remove", "k");
        assertFails(1, "no such key key=k", map, "get", "k");
        assertFails(1, "no such key key=k", map, "remove", "k");
        assertEquals(0, run(map, "verify"), err::toString);
        assertTrue(out.toString().contains(": 1 keys of 5 messages in 1 segments\nsound\n"), out::toString);
        assertEquals(0, run(map, "info"), err::toString);
        assertTrue(out.toString().contains("entries    1\nkeys       STRING\nvalues     STRING\n"), out::toString);
    }

    @Test
    void keysAndValuesHaveTheTypesOfTheMap() throws IOException {
        Path map = scratch.resolve("m");
        try (PersistentMap<Long, Position> positions = PersistentMap.open(map, Long.class, Position.class)) {
            positions.put(17L, new Position("me", 5));
        }
        assertRuns("!Position\naccount: me\nquantity: 5\n", map, "get", "17");
        assertRuns("", map, "put", "18", "{account: you, quantity: 7}");
        assertFails(2, "quantity", map, "put", "18", "{account: you, quantity: many}");
        assertFails(2, "", map, "put", "nineteen", "{account: you, quantity: 7}");
        assertFails(2, "value must not be null", scratch.resolve("n"), "put", "k", "null");
        try (PersistentMap<Long, Position> positions = PersistentMap.openReadOnly(map, Long.class, Position.class)) {
            assertEquals(new Position("you", 7), positions.get(18L));
        }
        assertEquals(0, run(map, "export"), err::toString);
        Path file = Files.writeString(scratch.resolve("m.yaml"), out + "---\nremoved: 17\n");
        assertRuns("", map, "import", file.toString());
        assertEquals("Made 3 changes.\n", err.toString());
        assertRuns("1\n", map, "size");
        Path copy = scratch.resolve("copy");
        assertFails(
                2, "types are given twice", copy, "import", file.toString(), "--types-of", "m", "--key-type", "INT");
        assertRuns("", copy, "import", file.toString(), "--types-of", map.toString());
        assertRuns("!Position\naccount: you\nquantity: 7\n", copy, "get", "18");
    }

    @Test
    void aMapThatNeverHadAnEntryKeepsTheTypesOfItsApplication() {
        Path map = scratch.resolve("m");
        PersistentMap.open(map, Long.class, Long.class).close();
        assertFails(1, "map never had an entry, so the types", map, "put", "k", "1");
        assertFails(1, "map whose types are wanted never had an entry", map, "put", "k", "1", "--types-of", "" + map);
        assertFails(1, "no such key", map, "remove", "k");
        PersistentMap.open(map, Long.class, Long.class).close();
        assertRuns("", map, "put", "1", "2", "--key-type", "LONG", "--value-type", "LONG");
        try (PersistentMap<Long, Long> longs = PersistentMap.openReadOnly(map, Long.class, Long.class)) {
            assertEquals(2, longs.get(1L));
        }
    }

    @Test
    void anImportRefusesNull() throws IOException {
        Path file = Files.writeString(scratch.resolve("m.yaml"), "put: [a, b]\n---\nput: [c, null]\n");
        Path map = scratch.resolve("m");
        assertFails(2, "value must not be null", map, "import", file.toString());
        assertRuns("1\n", map, "size");
    }

    @Test
    void aMapOfScalarsMayBeImported() throws IOException {
        Path file = Files.writeString(scratch.resolve("m.yaml"), "put: [1, 1.5]\n---\nput: [2, 2.5]\n");
        Path map = scratch.resolve("m");
        assertRuns("", map, "import", file.toString(), "--key-type", "LONG", "--value-type", "DOUBLE");
        assertRuns("put: [1, 1.5]\n---\nput: [2, 2.5]\n", map, "export");
        Path wrong = Files.writeString(scratch.resolve("wrong.yaml"), "put: [3, 3.5]\n---\nput: [a, 2.5]\n");
        assertFails(2, "changed before the error changes=1", map, "import", wrong.toString());
        assertRuns("3.5\n", map, "get", "3");
        assertFails(
                2,
                "cannot read file=" + scratch.resolve("no"),
                map,
                "import",
                scratch.resolve("no").toString());
    }

    @Test
    void badCommandsAreExplained() throws IOException {
        Path none = scratch.resolve("none");
        assertFails(2, "there is no map directory=" + none, none, "get", "k");
        assertFails(2, "there is no map directory=" + none, none, "remove", "k");
        Files.createDirectory(none);
        assertFails(2, "there is no map directory=" + none, none, "verify");
        assertFails(2, "missing command", none);
        Path files = Files.createDirectory(scratch.resolve("files"));
        Files.writeString(files.resolve("notes.txt"), "x");
        assertFails(1, "directory holds files and no map", files, "put", "k", "1");
        assertFails(1, "", files, "get", "k");
    }

    @Test
    void earlierStatesAreShown() {
        Path map = scratch.resolve("m");
        assertRuns("", map, "put", "k", "one");
        assertEquals(0, run(map, "info"));
        String index = out.toString()
                .lines()
                .filter(line -> line.startsWith("last"))
                .map(line -> line.substring(11))
                .findFirst()
                .orElseThrow();
        assertRuns("", map, "put", "k", "two");
        assertRuns("", map, "put", "l", "three");
        assertRuns("one\n", map, "asof", index, "get", "k");
        assertRuns("1\n", map, "asof", index, "size");
        assertRuns("two\n", map, "get", "k");
        assertEquals(0, run(map, "asof", index, "export"));
        assertTrue(out.toString().contains("one") && !out.toString().contains("two"), out::toString);
        assertFails(1, "no such key key=l", map, "asof", index, "get", "l");
        assertFails(2, "missing command", map, "asof", index);
        assertFails(2, "17", map, "asof", "17", "get", "k");
        assertFails(1, "index is after the last call", map, "asof", "9:0", "get", "k");
    }

    @Test
    void aRangeIsShownInTheOrderOfKeys() {
        Path map = scratch.resolve("m");
        for (long key : new long[] {30, 9, 100, 10, -1}) {
            String[] put = {"put", "--key-type", "LONG", "--value-type", "LONG", "--", Long.toString(key), "1"};
            assertRuns("", map, put);
        }
        assertRuns("put: [9, 1]\n---\nput: [10, 1]\n---\nput: [30, 1]\n", map, "range", "9", "100");
        assertRuns("put: [-1, 1]\n---\nput: [9, 1]\n", map, "range", "--", "-5", "10");
        assertRuns("", map, "range", "11", "30");
        assertFails(2, "", map, "range", "a", "b");
        Path bytes = scratch.resolve("bytes");
        assertRuns("", bytes, "put", "--key-type", "BYTES", "AQ==", "one");
        assertFails(1, "ranges need keys whose order is known", bytes, "range", "AQ==", "Ag==");
    }

    @Test
    void changesAreMadeBesideOtherWritersAndNotBesideAnOwner() {
        Path map = scratch.resolve("m");
        MapOptions shared = MapOptions.defaults().withOwnership(Ownership.SHARED);
        try (PersistentMap<String, String> writer = PersistentMap.open(map, String.class, String.class, shared)) {
            writer.put("k", "1");
            assertRuns("", map, "put", "k", "two");
            assertEquals("two", writer.get("k"));
            assertRuns("", map, "remove", "k");
            assertTrue(writer.putIfAbsent("k", "3"));
        }
        try (PersistentMap<String, String> owner = PersistentMap.open(map, String.class, String.class)) {
            assertFails(1, "owned by another object of this process", map, "put", "k", "4");
            assertEquals("3", owner.get("k"));
        }
    }

    @Test
    void changesAreFollowed() {
        Path map = scratch.resolve("m");
        assertRuns("", map, "put", "k", "one");
        assertEquals(0, run(map, "info"));
        String index = out.toString()
                .lines()
                .filter(line -> line.startsWith("last"))
                .map(line -> line.substring(11))
                .findFirst()
                .orElseThrow();
        assertRuns("", map, "put", "l", "two");
        assertRuns("", map, "remove", "k");
        assertEquals(0, run(map, "follow", "--after", index, "--count", "2"), err::toString);
        String changes = out.toString();
        assertTrue(changes.contains("two") && changes.contains("removed"), changes);
        assertEquals(0, run(map, "follow", "--count", "1"), err::toString);
        assertTrue(out.toString().startsWith("put:"), out::toString);
        assertFails(1, "there is no call at the index", map, "follow", "--after", "9:0", "--count", "1");
    }
}
