package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose database refuses requests, as its runtime and an operator see it. */
class JdbcRefusalTest {

    private static final Instant FINE = Instant.parse("2026-03-02T08:00:00.123456789Z");
    private static final String INSERT = "insert into seen values (?, ?)";

    private final List<String> told = new ArrayList<>();

    @TempDir
    Path root;

    private String url() {
        return "jdbc:h2:" + root.resolve("database").toAbsolutePath();
    }

    private static Channel channel(Path directory, String name, Durability durability) {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withDurability(durability);
        return Channel.journal(
                name, directory.resolve(name), ChannelOptions.defaults().withJournal(journal));
    }

    private ComponentHealth run(
            String topology,
            SecondFractions fractions,
            Duration giveUpAfter,
            int count,
            Consumer<JdbcRequests> requests) {
        Path directory = root.resolve(topology);
        long[] nowNs = {1};
        try (Channel input = channel(directory, "requests", Durability.SYNCED);
                Channel output = channel(directory, "answers", Durability.MAPPED)) {
            try (ChannelWriter writer = input.writer()) {
                requests.accept(writer.as(JdbcRequests.class));
                writer.journalWriter().orElseThrow().sync();
            }
            ServiceTask task = Service.gateway("database")
                    .topology(topology)
                    .reads(input)
                    .writes(output)
                    .giveUpAfter(giveUpAfter)
                    .clock(() -> nowNs[0] += 50_000_000L) // no pause is waited for
                    .errorHandler((severity, origin, error) -> told.add(severity + " " + error.getMessage()))
                    .create(outputs -> new JdbcGateway(
                            outputs.as(JdbcResults.class),
                            url(),
                            Optional.empty(),
                            Optional.empty(),
                            List.of(
                                    "create table if not exists seen (id bigint, at timestamp(6))",
                                    "create alias if not exists fails for 'io.millrace.jdbc.JdbcRefusalTest.fails'"),
                            List.of(),
                            Optional.ofNullable(fractions),
                            List.of()));
            try (task) {
                while (task.inputs() < count) {
                    task.poll();
                }
                return task.health();
            }
        }
    }

    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select at from seen order by id")) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    @Test
    void aGatewayThatRefusesEachRequestIsDegradedAndSaysWhy() throws SQLException {
        ComponentHealth health = run("one", null, Duration.ofMinutes(1), 8, out -> {
            for (long id = 0; id < 8; id++) {
                out.executeUpdate(INSERT, id, FINE);
            }
        });
        assertEquals(ComponentState.DEGRADED, health.state());
        assertEquals(8, health.refused());
        assertTrue(
                told.getFirst().startsWith("WARNING a request or record was refused service=database input=requests@")
                        && told.getFirst().contains("fractions=ROUND_DOWN"),
                told::toString);
        assertEquals(List.of(), rows());
    }

    @Test
    void fractionsAreCutOffWhereTheUserChoosesThat() throws SQLException {
        ComponentHealth health = run("one", SecondFractions.ROUND_DOWN, Duration.ofMinutes(1), 2, out -> {
            out.executeUpdate(INSERT, 1L, FINE);
            out.executeUpdate(INSERT, 2L, Instant.parse("1969-12-31T23:59:59.999999999Z"));
        });
        assertEquals(ComponentState.LIVE, health.state());
        assertEquals(List.of("2026-03-02 08:00:00.123456", "1969-12-31 23:59:59.999999"), rows());
    }

    @Test
    void gatewaysOfOneNameInTwoTopologiesShareADatabase() throws SQLException {
        for (int round = 0; round < 2; round++) {
            for (String topology : List.of("one", "two")) {
                run(topology, null, Duration.ofMinutes(1), 1, out -> out.executeUpdate(INSERT, 1L, Instant.EPOCH));
            }
        }
        assertEquals(4, rows().size());
    }

    /** Called by the database: an error that may pass, and never does. */
    public static int fails() throws SQLException {
        throw new SQLTransientException("not now", "40001");
    }

    /** Each is repeated for some seconds; together they take longer than the other side may be away. */
    @Test
    void requestsThatAreRepeatedForLongDoNotCountAsOneTimeAway() throws SQLException {
        ComponentHealth health = run("one", null, Duration.ofSeconds(10), 6, out -> {
            for (long id = 0; id < 5; id++) {
                out.executeUpdate("insert into seen values (fails(), null)");
            }
            out.executeUpdate(INSERT, 6L, Instant.EPOCH);
        });
        assertEquals(5, health.refused());
        assertEquals(1, rows().size());
    }
}
