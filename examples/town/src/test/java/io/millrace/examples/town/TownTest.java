package io.millrace.examples.town;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.leaks.Tolerates;
import io.millrace.service.OutputDifference;
import io.millrace.service.OutputHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The town with each seat in a process of its own, and with all seats in one; processes are killed. */
@Tolerates(
        threads = "process reaper.*|H2.*|MVStore.*|Generate Seed.*",
        files = ".*",
        because = "the JDK keeps the thread that waits for processes, and the database its own")
@Tag("process")
class TownTest {

    private static final int SEATS = 4;
    private static final int BATCHES = 25;

    @TempDir
    Path root;

    private final TestProcess[] seats = new TestProcess[SEATS];
    private int starts;

    @BeforeEach
    void makeLedger() throws IOException {
        List<String> addresses = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            addresses.add("--address");
            addresses.add("127.0.0.1:" + FreePorts.next());
        }
        millrace("init")
                .withArguments(addresses.toArray(String[]::new))
                .start(output("init"))
                .awaitEnd()
                .well();
    }

    @AfterEach
    void killAll() {
        IntStream.range(0, SEATS).forEach(this::kill);
    }

    private Path output(String name) throws IOException {
        return Files.createDirectories(root.resolve("output").resolve(name));
    }

    private JavaCommand millrace(String command) {
        return JavaCommand.of(
                "io.millrace.cli.Millrace",
                "ledger",
                command,
                root.resolve("ledger").toString());
    }

    private void start(int seat) {
        seats[seat] = run("data" + seat, "--every", "20ms", "--seat", Integer.toString(seat));
    }

    /** Starts all seats in one process, which is kept as that of the first seat. */
    private void startAll() {
        seats[0] = run("data0", "--every", "5ms", "--batches", Integer.toString(BATCHES));
    }

    private TestProcess run(String data, String... arguments) {
        try {
            return JavaCommand.of("io.millrace.cli.Millrace", "run", "town.yaml")
                    .withFlags("-Xmx192m")
                    .withArguments("--ledger", root.resolve("ledger").toString())
                    .withArguments("--data", root.resolve(data).toString())
                    .withArguments(arguments)
                    .start(output(data + "-" + starts++));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void kill(int seat) {
        if (seats[seat] != null) {
            seats[seat].kill();
            seats[seat].close();
            seats[seat] = null;
        }
    }

    /** Returns the data of a seat: those of a process with all seats have folders beside those of the first. */
    private Path data(int seat) {
        Path inOne = root.resolve("data0").resolve("seat" + seat);
        return Files.exists(inOne) ? inOne : root.resolve("data" + seat);
    }

    private String status() {
        try {
            Ended ended = millrace("status").start(output("status" + starts++)).awaitEnd();
            return ended.out() + ended.err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long messages(int seat, String channel) {
        Path directory = data(seat).resolve(channel);
        if (!Files.exists(directory.resolve("journal.table"))) {
            return 0;
        }
        try (Channel calls = Channel.readOnly(directory)) {
            return calls.journal().orElseThrow().messages();
        }
    }

    /** Returns whether the last call, which ends a batch and so tells a person something, was carried out. */
    private boolean isCarriedOut(int seat) {
        try (Channel calls = Channel.readOnly(data(seat).resolve("calls"));
                Channel balances = Channel.readOnly(data(seat).resolve("balances"))) {
            return OutputHash.of(calls, Long.MAX_VALUE).position()
                    == OutputHash.of(balances, Long.MAX_VALUE).position();
        }
    }

    private void awaitMore(int seat, long calls) {
        long until = messages(seat, "balances") + calls;
        Await.until("seat " + seat + " has more", () -> messages(seat, "balances") >= until, () -> failures(seat));
    }

    private String failures(int seat) {
        return seats[seat] == null ? "" : seats[seat].output() + seats[seat].errors();
    }

    private void assertAgree() {
        for (String name : List.of("calls", "balances")) {
            for (int seat = 1; seat < SEATS; seat++) {
                try (Channel one = Channel.readOnly(data(0).resolve(name));
                        Channel other = Channel.readOnly(data(seat).resolve(name))) {
                    assertEquals(Optional.empty(), OutputDifference.between(one, other));
                    long position = Math.min(
                            OutputHash.of(one, Long.MAX_VALUE).position(),
                            OutputHash.of(other, Long.MAX_VALUE).position());
                    assertTrue(position > 0);
                    assertEquals(
                            OutputHash.of(one, position - 1).toString(),
                            OutputHash.of(other, position - 1).toString());
                }
            }
        }
    }

    /** Returns how many balances people were told at seat 0. */
    private long told() {
        long told = 0;
        try (Channel balances = Channel.readOnly(data(0).resolve("balances"));
                ChannelCursor cursor = balances.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                told += entry == Entry.CALL && cursor.schema().methodName().equals("onBalance") ? 1 : 0;
            }
        }
        return told;
    }

    /** Returns how many rows the database of seat 0 has, and asserts that they are the first ones, each once. */
    private long rows() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + data(0).resolve("database"), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select count(*), count(distinct number), max(number) from history")) {
            assertTrue(rows.next());
            assertEquals(rows.getLong(1), rows.getLong(2), "a row is there twice");
            assertEquals(rows.getLong(1), rows.getLong(3), "a row is missing");
            return rows.getLong(1);
        }
    }

    @Test
    void threeSeatsGoOnTwoDoNotAndAllAgreeAfterwards() throws SQLException {
        IntStream.range(0, SEATS).forEach(this::start);
        IntStream.range(0, SEATS).forEach(seat -> awaitMore(seat, 50));
        kill(0);
        awaitMore(1, 50);
        Await.until("a seat is missed", () -> status().contains("commits without missing=[seat0]"), this::status);
        kill(2);
        Await.until(
                "nothing commits",
                () -> status().contains("too few seats are there present=2 quorum=3 missing=[seat0, seat2]"),
                this::status);
        long stopped = messages(1, "calls");
        start(0);
        start(2);
        IntStream.range(0, SEATS).forEach(seat -> awaitMore(seat, 50));
        assertTrue(messages(1, "calls") > stopped);
        assertAgree();
        kill(0);
        long rows = rows();
        assertTrue(rows > 0 && rows <= told(), () -> "rows=" + rows);
    }

    @Test
    void allSeatsInOneProcessContinueAfterAKillAndTheDatabaseHasEachBalanceOnce() throws SQLException {
        startAll();
        awaitMore(3, 50);
        kill(0);
        startAll();
        long calls = 4L * SEATS * BATCHES;
        for (int seat = 0; seat < SEATS; seat++) {
            int at = seat;
            Await.until("all calls are ordered", () -> messages(at, "calls") == calls, () -> failures(0));
            Await.until("all calls are carried out", () -> isCarriedOut(at), () -> failures(0));
        }
        Await.until("all rows are there", () -> messages(0, "results") == told(), () -> failures(0));
        assertAgree();
        kill(0);
        assertEquals(told(), rows());
        assertFalse(Files.exists(data(1).resolve("rows")), "another seat fills a database");
    }
}
