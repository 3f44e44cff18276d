package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.WorkDirectory;
import io.millrace.jdbc.JdbcGateway;
import io.millrace.journal.Durability;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A burst of requests to a database, at twenty times the rate that the database sustains: what it costs to write a
 * request to the journal, and how long the gateway needs for all. The peer is the same inserts by JDBC, one at a time,
 * as a program without a gateway makes them.
 */
final class RequestBurst {
    private static final long TIMES = 20;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_SECOND = 1e9;

    private final int alone;
    private final int sustained;
    private final double seconds;

    private RequestBurst(int alone, int sustained, double seconds) {
        this.alone = alone;
        this.sustained = sustained;
        this.seconds = seconds;
    }

    static RequestBurst of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new RequestBurst(10, 100, 0.002);
            case QUICK -> new RequestBurst(2_000, 50_000, 0.25);
            case FULL -> new RequestBurst(20_000, 500_000, 1);
        };
    }

    /**
     * A run of a source and a gateway.
     *
     * @param requests the requests, of which each is a row at the end
     * @param writes the times from when a request was due until it was written, in nanoseconds
     * @param elapsedNs the time from the first request until the last outcome
     */
    record Outcome(long requests, Histogram writes, long elapsedNs) {
        double requestsPerSecond() {
            return requests * NS_PER_SECOND / elapsedNs;
        }
    }

    /** Measures in a directory and returns the table. */
    String measure(Path directory) throws IOException, SQLException, InterruptedException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            Histogram single = alone(server);
            Outcome steady = run(server, sustained, 0, directory);
            double burst = TIMES * steady.requestsPerSecond();
            Outcome outcome = run(server, (long) (burst * seconds), (long) (NS_PER_SECOND / burst), directory);
            return table(single, steady, burst, outcome);
        }
    }

    private Histogram alone(EmbeddedPostgres server) throws SQLException {
        Histogram times = new Histogram(3);
        try (Connection connection = fresh(server);
                PreparedStatement insert =
                        connection.prepareStatement("insert into orders(id, symbol, quantity) values(?, ?, ?)")) {
            for (long id = 0; id < alone; id++) {
                long startNs = System.nanoTime();
                insert.setLong(1, id);
                insert.setString(2, "EURUSD");
                insert.setLong(3, 100);
                insert.executeUpdate();
                times.recordValue(System.nanoTime() - startNs);
            }
        }
        return times;
    }

    /** Returns a connection to the database, with an empty table. */
    private static Connection fresh(EmbeddedPostgres server) throws SQLException {
        Connection connection = DriverManager.getConnection(url(server), "postgres", "");
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists orders");
            statement.execute("drop table if exists millrace_outcomes");
            statement.execute("create table orders(id bigint primary key, symbol varchar(20), quantity bigint)");
        }
        return connection;
    }

    private static String url(EmbeddedPostgres server) {
        return server.getJdbcUrl("postgres", "postgres");
    }

    private static Outcome run(EmbeddedPostgres server, long requests, long intervalNs, Path directory)
            throws IOException, SQLException, InterruptedException {
        try (WorkDirectory work = WorkDirectory.create(directory);
                Connection connection = fresh(server)) {
            Topology topology = Topology.builder("burst")
                    .channel("requests", ChannelSpec.journal().withDurability(Durability.SYNCED))
                    .channel("outcomes", ChannelSpec.journal())
                    .component(
                            "source",
                            ComponentSpec.of(BurstSource.class)
                                    .writes("requests")
                                    .argument("count", requests)
                                    .argument("intervalNs", intervalNs))
                    .component(
                            "database",
                            ComponentSpec.of(JdbcGateway.class)
                                    .reads("requests")
                                    .writes("outcomes")
                                    .argument("url", url(server))
                                    .argument("user", "postgres")
                                    .argument("password", ""))
                    .thread("sends", ThreadSpec.running("source"))
                    .thread("inserts", ThreadSpec.running("database"))
                    .build();
            try (RunningTopology running = TopologyRunner.open(topology, RunOptions.in(work.path()))) {
                long startNs = System.nanoTime();
                running.start();
                running.await();
                long elapsedNs = System.nanoTime() - startNs;
                requireRows(connection, requests, running.end());
                BurstSource source =
                        (BurstSource) running.services().get("source").component();
                return new Outcome(requests, source.writes(), elapsedNs);
            }
        }
    }

    private static void requireRows(Connection connection, long requests, RunEnd end) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from orders")) {
            rows.next();
            if (rows.getLong(1) != requests || end != RunEnd.ENDED) {
                throw new BenchmarkException(
                        "not each request is a row requests=" + requests + " rows=" + rows.getLong(1) + " end=" + end);
            }
        }
    }

    private static String table(Histogram single, Outcome steady, double burst, Outcome outcome) {
        return String.format(
                        "%n%-44s%12s%10s%10s%10s%10s%n",
                        "requests to PostgreSQL", "a second", "p50 us", "p99", "p99.9", "max")
                + line("JDBC, one insert after the other", NS_PER_SECOND / single.getMean(), single)
                + line("gateway, as fast as it can; times to write", steady.requestsPerSecond(), steady.writes())
                + line("a burst at " + TIMES + " times that; times to write", burst, outcome.writes())
                + String.format(
                        Locale.ROOT,
                        "after the burst of %d requests the last outcome came %.2f s after the first request; each is a"
                                + " row%n",
                        outcome.requests(),
                        outcome.elapsedNs() / NS_PER_SECOND);
    }

    private static String line(String label, double perSecond, Histogram times) {
        return String.format(
                Locale.ROOT,
                "%-44s%12.0f%10.2f%10.2f%10.2f%10.0f%n",
                label,
                perSecond,
                times.getValueAtPercentile(50) / NS_PER_US,
                times.getValueAtPercentile(99) / NS_PER_US,
                times.getValueAtPercentile(99.9) / NS_PER_US,
                times.getMaxValue() / NS_PER_US);
    }
}
