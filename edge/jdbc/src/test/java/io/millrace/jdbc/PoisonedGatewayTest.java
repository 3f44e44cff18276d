package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.service.ErrorPolicy;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.InputFailedException;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway to a real database that throws on some requests, killed at each of its steps. */
class PoisonedGatewayTest {

    private static final int REQUESTS = 14;

    @TempDir
    Path root;

    /** Stands for a kill: nothing of the service runs after it. */
    private static final class KilledError extends VirtualMachineError {

        private static final long serialVersionUID = 1L;
    }

    /** Passes requests on to the gateway of the database, but throws on every fifth, after its effect. */
    private static final class Poisoned implements Gateway, JdbcRequests {

        private final JdbcGateway database;
        private long callsLeft;

        private Poisoned(JdbcResults results, String url, long callsLeft) {
            this.database = new JdbcGateway(
                    results,
                    url,
                    Optional.empty(),
                    Optional.empty(),
                    List.of("create table if not exists payment (id bigint)"),
                    List.of(),
                    Optional.empty(),
                    List.of());
            this.callsLeft = callsLeft;
        }

        private void step() {
            if (callsLeft-- == 0) {
                throw new KilledError();
            }
        }

        @Override
        public void open(GatewayContext context) {
            step();
            database.open(context);
        }

        @Override
        public void executeUpdate(String sql, Object... arguments) {
            step();
            database.executeUpdate(sql, arguments);
            if (isPoison((Long) arguments[0])) {
                throw new IllegalStateException("poison id=" + arguments[0]);
            }
        }

        @Override
        public void executeQuery(String sql, String resultType, Object... arguments) {
            database.executeQuery(sql, resultType, arguments);
        }

        @Override
        public void commit() {
            step();
            database.commit();
            step();
        }

        @Override
        public void rollback() {
            database.rollback();
        }

        @Override
        public void close() {
            database.close();
        }
    }

    private static boolean isPoison(long id) {
        return id % 5 == 0;
    }

    private Channel requests(Path directory) {
        Channel channel = channel("requests", directory, Durability.SYNCED);
        try (ChannelWriter writer = channel.writer()) {
            JdbcRequests out = writer.as(JdbcRequests.class);
            for (long id = 0; id < REQUESTS; id++) {
                out.executeUpdate("insert into payment values (?)", id);
            }
        }
        channel.markEnded();
        return channel;
    }

    private static Channel channel(String name, Path directory, Durability durability) {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withDurability(durability);
        return Channel.journal(
                name, directory.resolve(name), ChannelOptions.defaults().withJournal(journal));
    }

    private static void run(Channel requests, Channel answers, String url, long callsLeft) {
        ServiceTask task = Service.gateway("database")
                .reads(requests)
                .writes(answers)
                .batch(4)
                .onError(ErrorPolicy.RECORD)
                .errorHandler((severity, origin, error) -> {})
                .create(outputs -> new Poisoned(outputs.as(JdbcResults.class), url, callsLeft));
        try (task) {
            while (!task.done()) {
                task.poll();
            }
        }
    }

    @Test
    void aPoisonIsAnsweredByAnErrorAndAllElseIsCarriedOutOnceWhateverIsKilled() throws SQLException {
        for (long first = 0; first < 24; first++) {
            Path directory = root.resolve("from" + first);
            String url = "jdbc:h2:" + directory.resolve("database");
            try (Channel requests = requests(directory);
                    Channel answers = channel("answers", directory, Durability.MAPPED)) {
                long callsLeft = first;
                boolean done = false;
                while (!done) {
                    try {
                        run(requests, answers, url, callsLeft);
                        done = true;
                    } catch (KilledError e) {
                        callsLeft++;
                    } catch (InputFailedException e) {
                        assertTrue(e.getCause() instanceof KilledError, e.toString());
                        callsLeft++;
                    }
                }
                check(answers, url, "first=" + first);
            }
        }
    }

    private static void check(Channel answers, String url, String message) throws SQLException {
        List<String> expected = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (long id = 0; id < REQUESTS; id++) {
            expected.add(isPoison(id) ? "error" : "updateResult");
            if (!isPoison(id)) {
                rows.add(id);
            }
        }
        List<String> methods = new ArrayList<>();
        try (ChannelCursor cursor = answers.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    methods.add(cursor.schema().methodName());
                }
            }
        }
        assertEquals(expected, methods, message);
        assertEquals(rows, ids(url), message);
    }

    private static List<Long> ids(String url) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select id from payment order by id")) {
            while (result.next()) {
                ids.add(result.getLong(1));
            }
        }
        return ids;
    }
}
