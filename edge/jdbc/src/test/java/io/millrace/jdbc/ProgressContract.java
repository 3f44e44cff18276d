package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.service.Service;
import io.millrace.service.ServiceException;
import io.millrace.service.ServiceTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals and database that do not belong together are refused, and nothing is left out or repeated. */
abstract class ProgressContract {
    @TempDir
    Path root;

    private TestDatabase database;

    abstract TestDatabase create();

    @BeforeEach
    void createDatabase() throws SQLException {
        database = create();
        database.execute("create table done (id bigint)");
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    /** When requests are written: before the gateway is made, or once it is there. */
    private enum Writing {
        BEFORE,
        AFTER
    }

    private Path data() {
        return root.resolve("data");
    }

    private JournalChannel channel(String name) {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withDurability(Durability.SYNCED);
        return Channel.journal(
                name, data().resolve(name), ChannelOptions.defaults().withJournal(journal));
    }

    private static void write(Channel channel, long from, long to) {
        try (JournalChannelWriter writer = channel.writer().journalWriter().orElseThrow()) {
            JdbcRequests requests = writer.as(JdbcRequests.class);
            for (long number = from; number <= to; number++) {
                requests.executeUpdate("insert into done values (?)", number);
            }
            writer.sync();
        }
    }

    private void run(long from, long to) {
        run("gateway", Writing.BEFORE, from, to, List.of(), "requests");
    }

    /** Writes requests to the last of the channels and has a gateway carry out all that there are. */
    private void run(
            String gateway, Writing writing, long from, long to, List<String> otherJournals, String... channels) {
        List<Channel> inputs = new ArrayList<>();
        try (Channel output = channel("results")) {
            for (String name : channels) {
                inputs.add(channel(name));
            }
            if (writing == Writing.BEFORE) {
                write(inputs.getLast(), from, to);
            }
            try (ServiceTask task = Service.gateway(gateway)
                    .reads(inputs.toArray(Channel[]::new))
                    .writes(output)
                    .create(outputs -> new JdbcGateway(
                            outputs.as(JdbcResults.class),
                            database.url(),
                            Optional.of(database.user()),
                            Optional.of(database.password()),
                            List.of(),
                            List.of(),
                            Optional.empty(),
                            otherJournals))) {
                if (writing == Writing.AFTER) {
                    write(inputs.getLast(), from, to);
                }
                int work = task.poll();
                while (work > 0) {
                    work = task.poll();
                }
            }
        } finally {
            inputs.forEach(Channel::close);
        }
    }

    private String journalId(String channel) {
        try (Channel opened = channel(channel)) {
            return opened.journal().orElseThrow().id().toString();
        }
    }

    private void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void deleteData() {
        try (Stream<Path> files = Files.walk(data())) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 20 requests that were backed up, and 30 that were not. */
    private void restoreAnOlderCopy() {
        run(101, 120);
        copy(data(), root.resolve("backup"));
        run(121, 150);
        deleteData();
        copy(root.resolve("backup"), data());
    }

    private void assertRefused(String part, Runnable run) throws SQLException {
        List<String> before = database.look("select id from done order by id");
        JdbcException error = assertThrows(JdbcException.class, run::run);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertTrue(error.getMessage().contains("gateway=gateway "), error.getMessage());
        assertEquals(before, database.look("select id from done order by id"));
    }

    @Test
    void anOlderCopyOfTheJournalIsRefusedAlsoWhereItGrowsMeanwhile() throws SQLException {
        restoreAnOlderCopy();
        assertRefused(
                "beyond the end of its journal", () -> run("gateway", Writing.AFTER, 201, 290, List.of(), "requests"));
    }

    @Test
    void anOlderCopyThatHasGrownOtherwiseIsRefused() throws SQLException {
        restoreAnOlderCopy();
        assertRefused("a request that is not in its journal", () -> run(201, 290));
    }

    @Test
    void anOlderCopyThatHasGrownInTheSameWayContinues() throws SQLException {
        restoreAnOlderCopy();
        run(121, 170);
        assertEquals(List.of("70", "70"), List.of(count("id"), count("distinct id")));
    }

    @Test
    void anOutcomeOfAnotherRequestIsNeverGiven() throws SQLException {
        run(101, 120);
        copy(data(), root.resolve("backup"));
        run(121, 149);
        deleteData();
        copy(root.resolve("backup"), data());
        // All but the last of the new requests differ, so that only a comparison of each shows it.
        try (JournalChannel requests = channel("requests");
                JournalChannelWriter writer = requests.writer()) {
            JdbcRequests out = writer.as(JdbcRequests.class);
            for (long number = 221; number <= 248; number++) {
                out.executeUpdate("insert into done values (?)", number);
            }
            out.executeUpdate("insert into done values (?)", 149L);
            writer.sync();
        }
        JdbcException error = assertThrows(JdbcException.class, () -> {
            try {
                run(150, 160);
            } catch (io.millrace.service.ServiceException e) {
                throw (JdbcException) e.getCause();
            }
        });
        assertTrue(error.getMessage().contains("that of another request"), error.getMessage());
        assertTrue(error.getMessage().contains(" index=0:"), error.getMessage());
        assertEquals(List.of("49", "49"), List.of(count("id"), count("distinct id")));
    }

    private String count(String what) throws SQLException {
        return database.look("select count(" + what + ") from done").getFirst();
    }

    @Test
    void deletedDataIsNoticedAndSetAsideOnlyByItsName() throws SQLException {
        run(101, 120);
        String deleted = journalId("requests");
        deleteData();
        assertRefused("otherJournals=[" + deleted + "]", () -> run(101, 120));
        assertRefused(
                "otherJournals=[" + deleted + "]",
                () -> run("gateway", Writing.BEFORE, 0, -1, List.of("anything"), "requests"));
        run("gateway", Writing.BEFORE, 0, -1, List.of(deleted), "requests");
        assertEquals("40", count("id"), "the two runs that were refused had written their requests");
        run(121, 125);
        assertEquals("45", count("id"));
    }

    @Test
    void aChannelIsAddedToAGatewayWithoutAWord() throws SQLException {
        run(101, 120);
        run("gateway", Writing.BEFORE, 201, 220, List.of(), "requests", "more");
        assertEquals("40", count("distinct id"));
    }

    @Test
    void aChannelIsNotTakenForAddedWhereAnotherIsGone() throws SQLException {
        run("gateway", Writing.BEFORE, 101, 120, List.of(), "requests", "more");
        run("gateway", Writing.BEFORE, 121, 130, List.of(), "more", "requests");
        String deleted = journalId("more");
        copy(data().resolve("requests"), root.resolve("requests"));
        deleteData();
        try {
            Files.createDirectory(data());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        copy(root.resolve("requests"), data().resolve("requests"));
        assertRefused(
                "channels=[more] otherJournals=[" + deleted + "]",
                () -> run("gateway", Writing.BEFORE, 101, 120, List.of(), "requests", "more"));
    }

    @Test
    void aSecondSystemNeedsAnotherName() throws SQLException {
        run(101, 120);
        deleteData();
        run("second", Writing.BEFORE, 201, 220, List.of(), "requests");
        assertEquals("40", count("distinct id"));
    }

    @Test
    void aRenamedGatewayIsRefusedByItsOldName() throws SQLException {
        run(101, 120);
        ServiceException error = assertThrows(
                ServiceException.class, () -> run("renamed", Writing.BEFORE, 121, 130, List.of(), "requests"));
        assertTrue(error.getMessage().contains("writtenBy=[gateway]"), error.getMessage());
        assertEquals("20", count("id"));
    }

    @Test
    void aTableWithoutChecksumsGetsThem() throws SQLException {
        run(101, 120);
        database.execute("alter table millrace_outcomes drop column checksum");
        run(121, 130);
        assertEquals(List.of("10"), database.look("select count(*) from millrace_outcomes where checksum is not null"));
        assertEquals("30", count("distinct id"));
    }
}
