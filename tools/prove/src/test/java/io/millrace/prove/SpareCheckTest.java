package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.Source;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a spare must hold when its host, the first of two, is lost. */
class SpareCheckTest {

    private static final int HOST = 0;
    private static final int READER = 1;
    private static final int SPARE = 2;
    private static final int MESSAGES = 10;

    @TempDir
    private Path directory;

    private HostMachines machines;
    private ProofRows rows;
    private ProofReport report;

    @BeforeEach
    void machines() {
        machines = new HostMachines(directory, ProcessClasses.ofThisProcess(), List.of("a", "b", "s"), 1);
        rows = ProofRows.inFile(directory.resolve("rows"), List.of("steps"));
        report = new ProofReport("hosts", 1, 1, directory, _ -> {});
    }

    /** Host a writes c0 and c1, and has what else is said. */
    private static HostsPlan plan(int requests, int gateway) {
        SequencedMap<String, Integer> owners = new LinkedHashMap<>();
        owners.put("c0", HOST);
        owners.put("c1", HOST);
        owners.put(HostsPlan.REQUESTS, requests);
        owners.put(HostsPlan.RESULTS, gateway);
        return new HostsPlan(owners, 2, gateway, OptionalInt.of(HOST), 0, "backoff");
    }

    private void check(HostsPlan plan) throws IOException {
        writeCut();
        new SpareCheck(machines, plan, rows, report).check(HOST, SPARE, List.of(READER, SPARE));
    }

    /** Writes that the spare has acknowledged all that it has. */
    private void writeCut() throws IOException {
        List<Path> journals;
        try (Stream<Path> files = Files.list(machines.data(SPARE))) {
            journals = files.filter(Journal::exists).toList();
        }
        ByteBuffer file = ByteBuffer.allocate(16 + 24 * journals.size());
        file.putInt(0).putInt(journals.size()).putLong(1);
        for (Path channel : journals) {
            try (Journal journal = Journal.openReadOnly(channel)) {
                file.putLong(journal.id().high()).putLong(journal.id().low()).putLong(journal.lastIndex() + 1);
            }
        }
        CRC32C checksum = new CRC32C();
        checksum.update(file.array(), 4, file.position() - 4);
        Files.write(
                machines.data(SPARE).resolve("cut"),
                file.putInt(0, (int) checksum.getValue()).array());
    }

    private String refused(HostsPlan plan) {
        return assertThrows(ProofException.class, () -> check(plan)).getMessage();
    }

    /** Appends messages to a channel of a machine, made of the last one of an input if there is one. */
    private void append(int machine, String name, long messages, Path input) {
        Path channel = machines.data(machine).resolve(name);
        ChannelOptions options =
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
        try (JournalChannel opened = Channel.journal(name, channel, options);
                ChannelWriter writer = opened.writer()) {
            Source source = Source.external("test");
            long index = 1;
            if (input != null) {
                try (Channel made = Channel.readOnly(input)) {
                    source = made.source();
                    index = made.journal().orElseThrow().lastIndex();
                }
            }
            for (long message = 0; message < messages; message++) {
                writer.begin(new Input().set(source, index, 1));
                writer.as(Steps.class).step(message, message);
                writer.commit();
            }
        }
    }

    private void append(int machine, String name, long messages) {
        append(machine, name, messages, null);
    }

    private void copy(int from, int to, String name) throws IOException {
        Path source = machines.data(from);
        try (Stream<Path> files = Files.walk(source.resolve(name))) {
            for (Path file : files.toList()) {
                Path copy = machines.data(to).resolve(source.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void aReaderMayHaveNothingThatTheSpareHasNotAcknowledged() throws IOException {
        bothChannels();
        check(plan(READER, READER));
        Files.delete(machines.data(SPARE).resolve("cut"));
        SpareCheck check = new SpareCheck(machines, plan(READER, READER), rows, report);
        String why = assertThrows(ProofException.class, () -> check.check(HOST, SPARE, List.of(READER, SPARE)))
                .getMessage();
        assertTrue(why.contains("channel=c1 has=10 spareHas=10 acknowledged=0"), why);
    }

    private void bothChannels() throws IOException {
        append(SPARE, "c0", MESSAGES);
        append(SPARE, "c1", MESSAGES, machines.data(SPARE).resolve("c0"));
        copy(SPARE, READER, "c1");
    }

    @Test
    void aSpareMayHaveMoreThanAReader() throws IOException {
        bothChannels();
        append(SPARE, "c1", 1);
        check(plan(READER, READER));
        assertEquals(MESSAGES, report.counted("messages of others compared with the spare"));
    }

    @Test
    void aReaderMayHaveNothingThatTheSpareLacks() throws IOException {
        bothChannels();
        append(READER, "c1", 1);
        String why = refused(plan(READER, READER));
        assertTrue(why.contains("machine=b channel=c1 has=11 spareHas=10 acknowledged=10"), why);
    }

    @Test
    void aReaderHasTheSameMessages() throws IOException {
        bothChannels();
        append(SPARE, "c1", 1);
        append(READER, "c1", 1); // with a time of its own
        String why = refused(plan(READER, READER));
        assertTrue(why.contains("a machine has another message than the spare machine=b channel=c1"), why);
    }

    @Test
    void aSpareHasNothingWithoutItsInput() throws IOException {
        bothChannels();
        append(HOST, "c0", MESSAGES);
        append(HOST, "c0", 1);
        append(SPARE, "c1", 1, machines.data(HOST).resolve("c0"));
        String why = refused(plan(READER, READER));
        assertTrue(why.contains("a message without that which it was made of channel=c1 input=c0"), why);
    }

    @Test
    void eachRowHasItsOutcomeAtTheSpareOrInTheDatabase() throws IOException, SQLException {
        bothChannels();
        append(SPARE, HostsPlan.REQUESTS, 3);
        append(SPARE, HostsPlan.RESULTS, 2);
        execute("create table steps (number bigint)", "insert into steps values (1), (2)");
        execute("create table millrace_outcomes (idx bigint)");
        check(plan(HOST, HOST));
        execute("insert into steps values (3)", "insert into millrace_outcomes values (" + Long.MAX_VALUE + ")");
        check(plan(HOST, HOST));
        execute("delete from millrace_outcomes");
        String lost = refused(plan(HOST, HOST));
        assertTrue(lost.contains("rows=3 resultsAtSpare=2 outcomesAfterThem=0"), lost);
        execute("insert into steps values (4)");
        String ahead = refused(plan(HOST, HOST));
        assertTrue(ahead.contains("rows of requests that the spare lacks rows=4 requestsAtSpare=3"), ahead);
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(rows.url());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
