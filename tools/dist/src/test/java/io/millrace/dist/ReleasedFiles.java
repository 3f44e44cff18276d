package io.millrace.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelOptions;
import io.millrace.client.ClientException;
import io.millrace.client.ClientOptions;
import io.millrace.client.MillraceClient;
import io.millrace.fix.FixFramer;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.journal.JournalOptions;
import io.millrace.map.KeyOrder;
import io.millrace.map.MapOptions;
import io.millrace.map.PersistentMap;
import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.FileDecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.GroupCommitDecisionStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * The files of a whole system, as a release has written them, in one archive: makes and unpacks them. What its programs
 * print is kept beside the directory.
 */
final class ReleasedFiles {

    private static final int SMALL = 1 << 16;
    private static final String TILL = """
            parameters:
              port: {type: int, default: 0, help: the port for clients}
            channels:
              calls: {ownership: shared, durability: synced, roll: {size: 64KiB}}
              balances: {roll: {size: 64KiB}}
              till-snapshots: {roll: {size: 64KiB}}
              numbers: {roll: {size: 64KiB}}
              sums: {roll: {size: 64KiB}}
            components:
              feed: {class: io.millrace.dist.NumberFeed, writes: numbers}
              adder: {class: io.millrace.dist.Adder, reads: [numbers], writes: sums}
              till:
                class: io.millrace.dist.Till
                reads: [calls]
                writes: balances
                snapshots: {channel: till-snapshots, every: 3}
            clients:
              port: %d
              follow: [balances]
              append: [calls]
            """;

    private ReleasedFiles() {}

    /** Runs a system, and writes a map, decisions of transactions and a session of FIX. */
    static void write(Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        run(directory, "ann", 5);
        writeMap(directory.resolve("map"));
        decide(GroupCommitDecisionStore.open(directory.resolve("tx-log")));
        decide(FileDecisionStore.open(directory.resolve("tx-files")));
        talkFix(directory);
    }

    /** Runs the system until a client has made some calls, and returns the balance of the client. */
    static long run(Path directory, String who, int calls) throws IOException, InterruptedException {
        int port = FreePorts.next();
        Files.writeString(directory.resolve("till.yaml"), TILL.formatted(port));
        ProcessBuilder builder =
                JavaCommand.millrace("run", "till.yaml").builder().directory(directory.toFile());
        try (TestProcess process = TestProcess.start(directory.getParent(), builder)) {
            process.await(Pattern.compile("(clients: \\S+)"));
            long balance;
            try (MillraceClient client = MillraceClient.connect(ClientOptions.at("ws://127.0.0.1:" + port))) {
                TillCalls till = client.port("calls", TillCalls.class);
                for (int call = 0; call < calls; call++) {
                    String note = call % 2 == 0 ? null : "Größe " + call;
                    Instant at = Instant.parse("2026-03-02T08:00:00Z").plusSeconds(call);
                    till.paid(
                            who,
                            100,
                            new TillCalls.Receipt(at, TillCalls.Kind.PAID, List.of("tea", "" + call), note, 1.5));
                    till.take(who, 30);
                }
                assertThrows(ClientException.class, () -> till.take(who, 1_000_000));
                balance = till.balance(who);
            }
            process.terminate();
            assertEquals(143, process.awaitEnd().code(), process::errors);
            return balance;
        } finally {
            Files.writeString(directory.resolve("till.yaml"), TILL.formatted(0));
        }
    }

    private static void writeMap(Path directory) {
        MapOptions options = MapOptions.defaults().withSegmentSizeBytes(SMALL).withOrder(KeyOrder.NATURAL);
        try (PersistentMap<String, TillCalls.Receipt> map =
                PersistentMap.open(directory, String.class, TillCalls.Receipt.class, options)) {
            for (int number = 0; number < 2_000; number++) {
                map.put(
                        "k" + number % 40,
                        new TillCalls.Receipt(
                                Instant.EPOCH.plusMillis(number),
                                TillCalls.Kind.REFUNDED,
                                List.of(),
                                "n" + number,
                                number));
            }
            map.batch().remove("k0").remove("k1").commit();
            map.sync();
        }
    }

    private static void decide(DecisionStore opened) {
        try (DecisionStore store = opened) {
            for (int number = 1; number <= 3; number++) {
                store.record(new Decision(
                        new GlobalId(1, number),
                        List.of(new Decision.BranchRecord(0, "bank"), new Decision.BranchRecord(1, "shop"))));
            }
            store.forget(new GlobalId(1, 2));
        }
    }

    private static void talkFix(Path directory) throws IOException, InterruptedException {
        Path dictionaries = Files.createDirectories(directory.resolve("dictionaries"));
        try (InputStream in = ReleasedFiles.class.getResourceAsStream("/FixRepository44.xml")) {
            Files.copy(in, dictionaries.resolve("FIX44.xml"));
        }
        JournalOptions small = JournalOptions.defaults().withSegmentSizeBytes(SMALL);
        FixJournal.open(directory.resolve("fix"), ChannelOptions.defaults().withJournal(small))
                .close();
        logOn(directory, dictionaries, 1);
        Files.delete(dictionaries.resolve("FIX44.xml"));
        Files.delete(dictionaries);
    }

    /** Logs on with a number, sends an order, logs out, and returns the number of the acceptor's Logon. */
    static int logOn(Path directory, Path dictionaries, int number) throws IOException, InterruptedException {
        ProcessBuilder builder = JavaCommand.millrace(
                        "fix",
                        "acceptor",
                        "--port",
                        "0",
                        "--dictionaries",
                        dictionaries.toString(),
                        "--data",
                        directory.resolve("fix").toString())
                .builder()
                .directory(directory.toFile());
        try (TestProcess process = TestProcess.start(directory.getParent(), builder)) {
            String ready = process.await(Pattern.compile("ready port=(\\d+)"));
            int port = Integer.parseInt(ready);
            FixFramer framer = new FixFramer(SMALL);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                send(socket, header("A", number).body().put(98, 0).put(108, 30));
                String logon = receive(socket, framer);
                assertTrue(logon.contains("|35=A|"), logon);
                send(
                        socket,
                        header("D", number + 1)
                                .body()
                                .put(11, "17")
                                .put(55, "IBM")
                                .put(54, '1')
                                .put(40, '1')
                                .putTimestamp(60, nowNs(), FixTime.Precision.MILLISECONDS)
                                .put(38, 100));
                assertTrue(receive(socket, framer).contains("|35=D|"));
                send(socket, header("5", number + 2).body());
                assertTrue(receive(socket, framer).contains("|35=5|"));
                return Integer.parseInt(logon.replaceAll(".*\\|34=(\\d+)\\|.*", "$1"));
            } finally {
                process.terminate();
                process.awaitEnd();
            }
        }
    }

    private static long nowNs() {
        return Duration.between(Instant.EPOCH, Instant.now()).toNanos();
    }

    private static FixWriter header(String type, int number) {
        FixWriter writer = new FixWriter().start(type).put(34, number).put(49, "TW");
        return writer.putTimestamp(52, nowNs(), FixTime.Precision.MILLISECONDS).put(56, "ISLD");
    }

    private static void send(Socket socket, FixWriter message) throws IOException {
        message.finish("FIX.4.4");
        socket.getOutputStream().write(message.bytes(), message.offset(), message.length());
    }

    private static String receive(Socket socket, FixFramer framer) throws IOException {
        byte[] buffer = new byte[1 << 12];
        while (framer.next() != FixFramer.Result.MESSAGE) {
            int count = socket.getInputStream().read(buffer);
            assertTrue(count > 0, "the acceptor has closed the connection");
            framer.add(buffer, 0, count);
        }
        return new String(framer.bytes(), framer.offset(), framer.length(), StandardCharsets.ISO_8859_1)
                .replace('\u0001', '|');
    }

    /** Puts all files below a directory into an archive. */
    static void zip(Path directory, Path archive) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive));
                Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    /** Unpacks an archive; blocks of zeros become holes, as most of a segment is one. */
    static void unzip(Path archive, Path directory) throws IOException {
        byte[] block = new byte[SMALL];
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                    long size = 0;
                    for (int count = in.readNBytes(block, 0, SMALL);
                            count > 0;
                            count = in.readNBytes(block, 0, SMALL)) {
                        if (!isZero(block, count)) {
                            out.seek(size);
                            out.write(block, 0, count);
                        }
                        size += count;
                    }
                    out.setLength(size);
                }
            }
        }
    }

    private static boolean isZero(byte[] block, int count) {
        for (int at = 0; at < count; at++) {
            if (block[at] != 0) {
                return false;
            }
        }
        return true;
    }
}
