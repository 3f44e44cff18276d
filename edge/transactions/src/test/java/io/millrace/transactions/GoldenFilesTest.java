package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of version 1, written once: {@code golden-1.zip}. They are read by today's code, and field by field as
 * {@code docs/format/transaction-log.md} says, without any class of the stores. What today's code writes for the same
 * is left in {@code target/golden}.
 */
class GoldenFilesTest {

    private static final int BLOCK = 4096;
    private static final int HEADER = 48;
    private static final int SECTOR = 512;
    private static final String LONG_NAME = "n".repeat(255);

    private static final List<Decision> DECISIONS = List.of(
            new Decision(
                    new GlobalId(1, 1),
                    List.of(new Decision.BranchRecord(0, "bank"), new Decision.BranchRecord(1, "shop"))),
            new Decision(
                    new GlobalId(1, 2),
                    List.of(new Decision.BranchRecord(3, ""), new Decision.BranchRecord(70_000, "Lager ä"))),
            new Decision(
                    new GlobalId(2, 1),
                    List.of(new Decision.BranchRecord(0, LONG_NAME), new Decision.BranchRecord(1, LONG_NAME))));

    private static final HeuristicOutcome KEPT = new HeuristicOutcome(
            new GlobalId(1, 4),
            Outcome.MIXED,
            List.of(
                    new BranchOutcome(0, "bank", Outcome.COMMITTED, 0, ""),
                    new BranchOutcome(1, "shop", Outcome.ROLLED_BACK, XAException.XA_HEURRB, "by itself"),
                    new BranchOutcome(2, "", Outcome.HAZARD, XAException.XAER_RMFAIL, "weg ß")));

    @TempDir
    Path directory;

    private static void write(Path at) {
        for (String kind : List.of("journal", "files")) {
            try (DecisionStore store = open(kind, at.resolve(kind))) {
                store.record(DECISIONS.get(0));
                store.record(DECISIONS.get(1));
                store.record(new Decision(new GlobalId(1, 3), DECISIONS.get(0).branches()));
                store.forget(new GlobalId(1, 3));
                store.keep(KEPT);
                store.keep(new HeuristicOutcome(new GlobalId(1, 5), Outcome.HAZARD, List.of()));
            }
            try (DecisionStore store = open(kind, at.resolve(kind))) {
                store.forgetOutcome(new GlobalId(1, 5));
                store.record(DECISIONS.get(2));
            }
        }
    }

    private static DecisionStore open(String kind, Path at) {
        return kind.equals("journal") ? GroupCommitDecisionStore.open(at) : FileDecisionStore.open(at);
    }

    /** Puts the golden files in the directory. */
    private void unpack() throws IOException {
        try (InputStream golden = GoldenFilesTest.class.getResourceAsStream("/golden-1.zip");
                ZipInputStream zip = new ZipInputStream(golden)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                if (!entry.isDirectory()) {
                    Files.write(file, zip.readAllBytes());
                }
            }
        }
    }

    @Test
    void todaysCodeReadsThemAndLeavesItsOwn() throws IOException {
        Path own = Path.of("target", "golden");
        if (Files.exists(own)) {
            try (Stream<Path> files = Files.walk(own)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        write(own);
        unpack();
        for (String kind : List.of("journal", "files")) {
            DecisionListing list = DecisionDirectory.of(directory.resolve(kind)).list();
            assertEquals(
                    DecisionDirectory.of(own.resolve(kind)).list().transactions(),
                    list.transactions(),
                    "today's code says the same: " + kind);
            assertEquals(2, list.incarnation());
            assertEquals(KEPT, list.find("1-4").outcome());
            assertEquals(DECISIONS.get(1).branches(), list.find("1-2").told());
            try (DecisionStore store = open(kind, directory.resolve(kind))) {
                assertEquals(3, store.incarnation());
                assertEquals(3, store.pending().size());
                assertEquals(List.of(KEPT), List.copyOf(store.kept()));
            }
        }
    }

    @Test
    void theLogIsWhatItsPageSays() throws IOException {
        unpack();
        Map<Long, ByteBuffer> batches = new TreeMap<>();
        long logId = 0;
        for (String name : List.of("decisions-0.log", "decisions-1.log")) {
            byte[] bytes = Files.readAllBytes(directory.resolve("journal").resolve(name));
            assertEquals(0, bytes.length % BLOCK);
            ByteBuffer file = ByteBuffer.wrap(bytes);
            for (int at = 0; at < bytes.length; at += BLOCK) {
                if (file.getInt(at) == 0) {
                    continue; // not written yet
                }
                assertEquals("MTXL", new String(bytes, at, 4, StandardCharsets.US_ASCII));
                assertEquals(1, file.getShort(at + 4), "version");
                assertTrue(logId == 0 || logId == file.getLong(at + 8), "one log");
                logId = file.getLong(at + 8);
                assertTrue(logId != 0);
                long number = file.getLong(at + 16);
                assertTrue(file.getLong(at + 24) < number, "what was durable");
                assertEquals(at, file.getLong(at + 32), "position");
                int length = file.getInt(at + 40);
                assertEquals(file.getInt(at + 44), checksum(bytes, at, length), "CRC32C");
                batches.put(number, file.slice(at, HEADER + length));
            }
        }
        assertEquals(
                new ArrayList<>(batches.keySet()),
                Stream.iterate(1L, n -> n + 1).limit(batches.size()).toList());
        List<String> records = new ArrayList<>();
        long checkpoint = 0;
        for (Map.Entry<Long, ByteBuffer> batch : batches.entrySet()) {
            int kind = batch.getValue().getShort(6);
            if (kind == 1 + 8) {
                checkpoint = batch.getKey();
                records.clear(); // it says all that counts
            }
            ByteBuffer content = batch.getValue().slice(HEADER, batch.getValue().limit() - HEADER);
            while (content.hasRemaining()) {
                int length = content.getInt();
                records.add(record(content.slice(content.position(), length)));
                content.position(content.position() + length);
            }
        }
        assertTrue(checkpoint > 1, "the second start began with one");
        List<String> begin = new ArrayList<>(records.subList(1, 5));
        begin.sort(null);
        assertEquals("start 2", records.getFirst());
        assertEquals(
                List.of(
                        "decision 1-1 0=bank 1=shop",
                        "decision 1-2 3= 70000=Lager ä",
                        "outcome 1-4 3 0=bank/0/0/ 1=shop/1/6/by itself 2=/2/-7/weg ß",
                        "outcome 1-5 2"),
                begin);
        assertEquals(
                List.of("looked at 1-5", "decision 2-1 0=" + LONG_NAME + " 1=" + LONG_NAME),
                records.subList(5, records.size()));
    }

    @Test
    void theFilesAreWhatTheirPageSays() throws IOException {
        unpack();
        List<String> records = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("files"))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                byte[] bytes = Files.readAllBytes(file);
                ByteBuffer content = ByteBuffer.wrap(bytes);
                if (name.endsWith(".slot")) {
                    assertEquals(SECTOR, bytes.length);
                    assertEquals("MTXS", new String(bytes, 0, 4, StandardCharsets.US_ASCII));
                    assertEquals(1, content.getShort(4), "version");
                    int length = content.getShort(6);
                    assertEquals(content.getInt(SECTOR - 4), checksum(name, bytes, SECTOR - 4), "CRC32C");
                    records.add(name + " " + (length == 0 ? "free" : record(content.slice(8, length))));
                } else if (!name.equals("owner.lock")) {
                    int length = bytes.length - 4;
                    assertEquals(content.getInt(length), checksum(name, bytes, length), "CRC32C");
                    records.add(name + " " + record(content.slice(0, length)));
                }
            }
        }
        assertEquals(
                List.of(
                        "0.slot decision 1-1 0=bank 1=shop",
                        "0000000000000001-0000000000000004.heuristic"
                                + " outcome 1-4 3 0=bank/0/0/ 1=shop/1/6/by itself 2=/2/-7/weg ß",
                        "0000000000000002-0000000000000001.decision decision 2-1 0=" + LONG_NAME + " 1=" + LONG_NAME,
                        "1.slot decision 1-2 3= 70000=Lager ä",
                        "2.slot free",
                        "incarnation start 2"),
                records);
    }

    private static int checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, HEADER - 4);
        crc.update(bytes, at + HEADER, length);
        return (int) crc.getValue();
    }

    private static int checksum(String name, byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static String record(ByteBuffer record) {
        StringBuilder text = new StringBuilder();
        byte kind = record.get();
        if (kind == 3) {
            text.append("start ").append(record.getLong());
        } else {
            String id = record.getLong() + "-" + record.getLong();
            switch (kind) {
                case 1 -> {
                    text.append("decision ").append(id);
                    for (int n = record.getShort(); n > 0; n--) {
                        text.append(' ').append(record.getInt()).append('=').append(text(record));
                    }
                }
                case 2 -> text.append("carried out ").append(id);
                case 4 -> {
                    text.append("outcome ").append(id).append(' ').append(record.get());
                    for (int n = record.getShort(); n > 0; n--) {
                        int branch = record.getInt();
                        String answer = "/" + record.get() + "/" + record.getInt() + "/";
                        text.append(' ').append(branch).append('=').append(text(record));
                        text.append(answer).append(text(record));
                    }
                }
                case 5 -> text.append("looked at ").append(id);
                default -> throw new AssertionError("kind=" + kind);
            }
        }
        assertEquals(0, record.remaining(), text.toString());
        return text.toString();
    }

    private static String text(ByteBuffer record) {
        byte[] bytes = new byte[record.getShort()];
        record.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A change of some bytes of a file. */
    private interface Damage {
        void to(byte[] bytes, ByteBuffer file);
    }

    /** Changes a golden file, and returns why it is refused by reader and owner alike. */
    private String refused(String kind, String name, int truncatedTo, Damage damage) throws IOException {
        unpack();
        Path file = directory.resolve(kind).resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        damage.to(bytes, ByteBuffer.wrap(bytes));
        Files.write(file, truncatedTo < 0 ? bytes : Arrays.copyOf(bytes, truncatedTo));
        TransactionLogException read = assertThrows(
                TransactionLogException.class,
                () -> DecisionDirectory.of(directory.resolve(kind)).list());
        TransactionLogException opened = assertThrows(
                TransactionLogException.class,
                () -> open(kind, directory.resolve(kind)).close());
        assertSays(file.getParent().toString(), read.getMessage());
        assertEquals(read.getMessage(), opened.getMessage());
        return read.getMessage();
    }

    private static void repairChecksum(byte[] bytes, int at) {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        file.putInt(at + 44, checksum(bytes, at, file.getInt(at + 40)));
    }

    private static void assertSays(String expected, String message) {
        assertTrue(message.contains(expected), "expected=" + expected + " message=" + message);
    }

    @Test
    void aLogThatIsNotWholeOrNotKnownIsRefusedWithItsOffset() throws IOException {
        // The second start is in the first file, a checkpoint at 0 and an empty batch that knows it to be durable.
        String name = newest();
        assertSays("offset=0 ", refused("journal", name, -1, (bytes, file) -> {
            file.putShort(4, (short) 2);
            repairChecksum(bytes, 0);
        }));
        assertSays("version=2 known=1", refused("journal", name, -1, (bytes, file) -> {
            file.putShort(BLOCK + 4, (short) 2);
            repairChecksum(bytes, BLOCK);
        }));
        assertSays("kind=9", refused("journal", name, -1, (bytes, file) -> {
            file.put(HEADER + 4, (byte) 9);
            repairChecksum(bytes, 0);
        }));
        assertSays("offset=0 ", refused("journal", name, -1, (bytes, file) -> {
            file.putInt(HEADER, Integer.MAX_VALUE); // the length of the first record
            repairChecksum(bytes, 0);
        }));
        assertSays("durable=", refused("journal", name, -1, (bytes, file) -> file.put(HEADER + 9, (byte) 77)));
    }

    private String newest() throws IOException {
        unpack();
        byte[] first = Files.readAllBytes(directory.resolve("journal").resolve("decisions-0.log"));
        byte[] second = Files.readAllBytes(directory.resolve("journal").resolve("decisions-1.log"));
        long firstNumber = ByteBuffer.wrap(first).getLong(16);
        return firstNumber > ByteBuffer.wrap(second).getLong(16) ? "decisions-0.log" : "decisions-1.log";
    }

    @Test
    void aFileThatIsNotWholeOrNotKnownIsRefusedWithItsOffset() throws IOException {
        Damage none = (bytes, file) -> {};
        assertSays("offset=4 version=2 known=1", refused("files", "1.slot", -1, (bytes, file) -> {
            file.putShort(4, (short) 2);
            file.putInt(SECTOR - 4, checksum("1.slot", bytes, SECTOR - 4));
        }));
        assertSays("offset=6 length=501", refused("files", "1.slot", -1, (bytes, file) -> {
            file.putShort(6, (short) 501);
            file.putInt(SECTOR - 4, checksum("1.slot", bytes, SECTOR - 4));
        }));
        assertSays("offset=508", refused("files", "1.slot", -1, (bytes, file) -> file.put(20, (byte) 1)));
        assertSays("size=511", refused("files", "1.slot", SECTOR - 1, none));
        assertSays("offset=9", refused("files", "incarnation", -1, (bytes, file) -> file.put(8, (byte) 7)));
        assertSays("size=3", refused("files", "incarnation", 3, none));
        String kept = "0000000000000001-0000000000000004.heuristic";
        assertSays("kind=77", refused("files", kept, -1, (bytes, file) -> {
            file.put(0, (byte) 77);
            int length = file.capacity() - 4;
            file.putInt(length, checksum(kept, bytes, length));
        }));
    }
}
