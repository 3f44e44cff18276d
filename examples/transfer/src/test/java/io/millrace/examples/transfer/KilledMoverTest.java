package io.millrace.examples.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.leaks.Tolerates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mover is killed at random, and in the end every transfer was made once in all resources. */
@Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their libraries")
@Tag("engine")
@Tag("process")
@Tag("proof")
class KilledMoverTest {

    private static final long BANK_CENTS = 1_000_000;
    private static final int LATEST_MS = 25;
    private static final int MOST_BEFORE_KILL = 8;

    /** How often the mover may have ended before it is killed; more transfers are asked for then. */
    private static final int MOST_LATE = 50;

    /** How often the mover is killed. */
    private static final int KILLS = Integer.getInteger("millrace.transfer.kills", 1);

    /** More than are made until a kill, unless that comes late. */
    private static final int TRANSFERS = 20;

    @TempDir
    Path directory;

    private long asked;

    @Test
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void everyTransferIsMadeOnceEverywhereHoweverOftenTheMoverIsKilled() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("max_prepared_transactions", "16")
                .start()) {
            createTables(postgres.getPostgresDatabase());
            String url = postgres.getJdbcUrl("postgres", "postgres");
            int inFlight = 0;
            for (int kill = 0; kill < KILLS || (inFlight == 0 && kill < KILLS + MOST_LATE); kill++) {
                ask(random);
                inFlight += runAndKill(url, random, "seed=" + seed + " kill=" + kill) ? 1 : 0;
            }
            assertTrue(inFlight > 0, "no kill hit a mover that ran seed=" + seed);
            String told = finish(url, "seed=" + seed);
            check(postgres.getPostgresDatabase(), told, "seed=" + seed);
        }
    }

    private static void createTables(DataSource bank) throws SQLException {
        try (Connection connection = bank.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table moved (number bigint primary key, cents bigint)");
            statement.execute("create table account as select " + BANK_CENTS + "::bigint as cents");
        }
    }

    private void ask(Random random) {
        try (JournalChannel channel = Mover.channel(directory, "transfers");
                JournalChannelWriter writer = channel.writer()) {
            Transfers transfers = writer.as(Transfers.class);
            for (int i = 0; i < TRANSFERS; i++) {
                asked++;
                transfers.transfer(new Transfer(asked, 1 + random.nextInt(1_000)));
            }
            writer.sync();
        }
    }

    /** Returns whether the mover was still at work when it was killed. */
    private boolean runAndKill(String url, Random random, String what) throws IOException, InterruptedException {
        Process process = start(url);
        try (BufferedReader said = process.inputReader()) {
            await(said, "running", what);
            for (int moved = random.nextInt(MOST_BEFORE_KILL + 1); moved > 0; moved--) {
                await(said, "moved one", what);
            }
            Thread.sleep(random.nextInt(LATEST_MS));
            return process.isAlive();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private String finish(String url, String what) throws IOException, InterruptedException {
        Process process = start(url);
        try (BufferedReader said = process.inputReader()) {
            String last = await(said, "moved all", what);
            assertEquals(0, process.waitFor(), () -> what + " errors=" + errors());
            return last;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Returns the errors of the movers; their directory is deleted after a failed test. */
    private String errors() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Path log() {
        return directory.resolve("mover.log");
    }

    private String await(BufferedReader said, String word, String what) throws IOException {
        String line = said.readLine();
        while (line != null && !line.startsWith(word)) {
            line = said.readLine();
        }
        assertNotNull(line, () -> "the mover ended without saying " + word + " " + what + " errors=" + errors());
        return line;
    }

    private void check(DataSource bank, String told, String what) throws SQLException {
        List<Long> all = LongStream.rangeClosed(1, asked).boxed().toList();
        assertEquals("moved all told=" + all, told, what);
        assertEquals(all, receipts(), what);
        JdbcDataSource shop = new JdbcDataSource();
        shop.setUrl(Mover.shopUrl(directory));
        shop.setUser("sa");
        long moved = value(shop, "select sum(cents) from moved");
        assertEquals(asked, value(bank, "select count(*) from moved"), what);
        assertEquals(asked, value(shop, "select count(*) from moved"), what);
        assertEquals(-moved, value(bank, "select sum(cents) from moved"), what);
        assertEquals(BANK_CENTS - moved, value(bank, "select cents from account"), what);
        assertEquals(Mover.SHOP_CENTS + moved, value(shop, "select cents from account"), what);
        assertEquals(0, value(bank, "select count(*) from pg_prepared_xacts"), what);
    }

    private List<Long> receipts() {
        List<Long> numbers = new ArrayList<>();
        Receipts receipts = transfer -> numbers.add(transfer.number());
        try (Channel channel = Mover.channel(directory, "receipts");
                ChannelReader reader = channel.reader(receipts, ReaderOptions.defaults(), Receipts.class)) {
            Poll poll = reader.poll();
            while (poll == Poll.MESSAGE) {
                poll = reader.poll();
            }
        }
        return numbers;
    }

    private static long value(DataSource source, String query) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    private Process start(String url) throws IOException {
        return JavaCommand.of(Mover.class, directory.toString(), url)
                .builder()
                .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }
}
