package io.millrace.kafka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.journal.Journal;
import io.millrace.kafka.broker.KafkaCluster;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as its user runs it, in processes that are killed. */
@Tolerates(
        threads = "process reaper.*",
        files = ".*",
        because = "the JDK keeps the thread that waits for processes, and one broker serves all tests")
@Tag("engine")
@Tag("process")
@Tag("proof")
class KafkaCommandTest {
    private static final int KILLS = Integer.getInteger("millrace.copies.kills", 1);

    /** How many calls are copied between a kill and the next, at most. */
    private static final int CALLS_OF_A_KILL = 1_500;

    private static final int CALLS = CALLS_OF_A_KILL * KILLS;

    @TempDir
    static Path brokerDirectory;

    private static KafkaCluster broker;
    private static Admin admin;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() throws IOException {
        broker = KafkaCluster.start(brokerDirectory, 1);
        admin = Admin.create(Map.of("bootstrap.servers", broker.servers()));
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        broker.close();
    }

    private static void create(String topic, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .get();
    }

    private static long end(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Path channel(int calls) {
        Path at = directory.resolve("notes");
        try (Channel channel = Channel.journal("notes", at, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            Notes out = writer.as(Notes.class);
            for (int number = 1; number <= calls; number++) {
                switch (number % 100) {
                    case 0 -> out.closed();
                    case 50 -> out.tags(List.of("é", "\"", "" + number));
                    default ->
                        out.note(
                                new Notes.Note(
                                        number, Instant.ofEpochSecond(number, number), 1.0 / number, "n\n" + number),
                                -number);
                }
            }
        }
        return at;
    }

    /** Returns the calls of a channel as text, as dump shows them. */
    private static List<String> calls(Path at) {
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(at);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.yaml());
                }
            }
        }
        return calls;
    }

    private static long messages(Path at) {
        if (!Journal.exists(at)) {
            return 0;
        }
        try (Channel channel = Channel.readOnly(at)) {
            return channel.journal().orElseThrow().messages();
        }
    }

    private Process start(String... arguments) {
        try {
            return JavaCommand.of("io.millrace.cli.Millrace", "kafka")
                    .withArguments(arguments)
                    .withArchive("kafka")
                    .builder()
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("output.txt").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(int code, String... arguments) throws InterruptedException {
        Process process = start(arguments);
        try {
            assertEquals(code, process.waitFor(), this::output);
        } finally {
            process.destroyForcibly().waitFor();
        }
        return output();
    }

    private void runAndKill(BooleanSupplier now, String... arguments) throws InterruptedException {
        Process process = start(arguments);
        try {
            Await.until(
                    "the process has come so far, or has ended",
                    () -> !process.isAlive() || now.getAsBoolean(),
                    () -> output());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aCopyThatIsKilledAgainAndAgainHasTheSameCalls() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        create("killed", 1);
        Path notes = channel(CALLS);
        String[] export = {
            "export", notes.toString(), "--servers", broker.servers(), "--topic", "killed", "--batch", "40"
        };
        for (int kill = 1; kill <= KILLS; kill++) {
            long enough = (kill - 1L) * CALLS_OF_A_KILL + random.nextInt(CALLS_OF_A_KILL / 2);
            runAndKill(() -> end("killed") > enough, export);
        }
        assertTrue(run(0, export).contains(", left 0, "), this::output);

        Path copy = directory.resolve("copy");
        String[] copying = {"import", copy.toString(), "--servers", broker.servers(), "--topic", "killed"};
        for (int kill = 1; kill <= KILLS; kill++) {
            long enough = (kill - 1L) * CALLS_OF_A_KILL + random.nextInt(CALLS_OF_A_KILL / 2);
            runAndKill(() -> messages(copy) > enough, copying);
        }
        assertTrue(run(0, copying).contains(", left 0, "), this::output);
        assertEquals(calls(notes), calls(copy), () -> "seed=" + seed);

        run(0, export);
        run(0, copying);
        assertEquals(CALLS, messages(copy)); // nothing was added
    }

    @Test
    void binaryCallsAreTheSameAndGoToThePartitionThatIsNamed() throws Exception {
        create("binary", 3);
        Path notes = channel(300);
        String[] export = {"export", notes.toString(), "--servers", broker.servers(), "--topic", "binary"};
        assertTrue(run(2, export).contains("topic=binary partitions=3"), this::output);
        run(0, with(export, "--format", "BINARY", "--partition", "2"));
        Path copy = directory.resolve("copy");
        String[] copying = {"import", copy.toString(), "--servers", broker.servers(), "--topic", "binary"};
        assertTrue(run(2, copying).contains("topic=binary partitions=3"), this::output);
        assertTrue(run(2, with(copying, "--partition", "3")).contains("partition=3 partitions=3"), this::output);
        run(0, with(copying, "--format", "binary", "--partition", "2"));
        assertEquals(calls(notes), calls(copy));
    }

    private static String[] with(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void followingTakesWhatIsWrittenLater() throws Exception {
        create("followed", 1);
        Path notes = channel(10);
        Path copy = directory.resolve("copy");
        Process export =
                start("export", notes.toString(), "--servers", broker.servers(), "--topic", "followed", "--follow");
        Process copying =
                start("import", copy.toString(), "--servers", broker.servers(), "--topic", "followed", "--follow");
        try {
            awaitMessages(copy, 10, export, copying);
            channel(10); // appends the same again
            awaitMessages(copy, 20, export, copying);
        } finally {
            export.destroyForcibly().waitFor();
            copying.destroyForcibly().waitFor();
        }
        assertEquals(calls(notes), calls(copy));
    }

    private void awaitMessages(Path at, int count, Process... running) {
        Await.until(
                "the copy has " + count + " messages",
                () -> {
                    for (Process each : running) {
                        assertTrue(each.isAlive(), this::output);
                    }
                    return messages(at) >= count;
                },
                () -> "messages=" + messages(at));
    }

    @Test
    void whatIsWrongIsSaidWithItsName() throws Exception {
        create("wrong", 1);
        Path notes = channel(3);
        String nowhere = directory.resolve("nowhere").toString();
        assertTrue(
                run(2, "export", nowhere, "--servers", broker.servers(), "--topic", "wrong")
                        .contains("no such channel path=" + nowhere),
                this::output);
        assertTrue(
                run(1, "export", notes.toString(), "--servers", broker.servers(), "--topic", "missing")
                        .contains("the topic does not exist topic=missing"),
                this::output);
        assertTrue(
                run(2, "import", notes.toString(), "--servers", broker.servers(), "--topic", "wrong")
                        .contains("the channel was not made by an import"),
                this::output);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers()), new ByteArraySerializer(), new ByteArraySerializer())) {
            var _ = producer.send(new ProducerRecord<>("wrong", new byte[] {'{', '}'}));
        }
        Path copy = directory.resolve("copy");
        String[] copying = {"import", copy.toString(), "--servers", broker.servers(), "--topic", "wrong"};
        assertTrue(
                run(1, copying).contains("topic=wrong partition=0 offset=0: a record has no header millrace.schema"),
                this::output);
        run(0, with(copying, "--skip-bad"));
        assertEquals(0, messages(copy));
        assertTrue(
                run(
                                1,
                                "import",
                                copy.toString(),
                                "--servers",
                                "127.0.0.1:1",
                                "--topic",
                                "wrong",
                                "--set",
                                "request.timeout.ms=500",
                                "--set",
                                "default.api.timeout.ms=1000")
                        .contains("the topic cannot be looked up topic=wrong servers=127.0.0.1:1"),
                this::output);
    }

    @Test
    void callsThatAreTooLargeAreRefusedAndTheExitCodeSaysSo() throws Exception {
        admin.createTopics(List.of(new NewTopic("small", 1, (short) 1).configs(Map.of("max.message.bytes", "600"))))
                .all()
                .get();
        Path at = directory.resolve("notes");
        try (Channel channel = Channel.journal("notes", at, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).closed();
            writer.as(Notes.class).tags(List.of("x".repeat(2_000)));
        }
        String output = run(1, "export", at.toString(), "--servers", broker.servers(), "--topic", "small");
        assertTrue(output.contains("calls were refused") && output.contains("calls=1 first=refused"), output);
        assertTrue(output.contains("RecordTooLarge"), output);
        assertTrue(output.contains("exported 1, refused 1, left 0"), output);
    }
}
