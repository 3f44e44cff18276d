package io.millrace.load.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import io.millrace.load.GivenOperation;
import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Parameter;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import io.millrace.load.TargetSession;
import io.millrace.load.Template;
import io.millrace.load.ValueKind;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
class JdbcTargetTest {
    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("id", ValueKind.INTEGER),
            new Parameter("amount", ValueKind.DECIMAL),
            new Parameter("name", ValueKind.TEXT));

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    private static String url(String database) {
        return database.equals("postgres") ? server.getJdbcUrl("postgres", "postgres") : "jdbc:";
    }

    private static Target target(String url, Map<String, String> values) {
        return new JdbcTargetProvider().target(new TargetOptions(url, values, 1));
    }

    private static OperationSpec operation(String statement) {
        Map<String, Template> fields = Map.of("statement", Template.parse(statement, PARAMETERS));
        return new OperationSpec("op", 1, PARAMETERS, fields, "test.yaml:1:1");
    }

    private static Throwable issue(TargetSession session, GivenOperation operation) throws Exception {
        session.issue(operation);
        assertTrue(operation.isOver());
        return operation.failure();
    }

    @Test
    void theTargetIsFoundByItsScheme() {
        assertEquals(
                1,
                ServiceLoader.load(TargetProvider.class).stream()
                        .filter(provider -> provider.type() == JdbcTargetProvider.class)
                        .count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgres"})
    void statementsAreCarriedOutWithTheirValues(String database) throws Exception {
        List<OperationSpec> operations = List.of(
                operation("insert into account (id, owner, amount, again) values (${id}, ${name}, ${amount}, ${id})"),
                operation("select * from account where id >= ${id}"));
        try (Target target = target(url(database), Map.of())) {
            target.setUp(List.of(
                    "drop table if exists account",
                    "create table account (id bigint primary key, owner varchar(20), amount double precision,"
                            + " again int)"));
            try (TargetSession session = target.prepare(operations)) {
                for (int i = 0; i < 10; i++) {
                    assertNull(issue(session, new GivenOperation(0, i, i / 2.0, "owner" + i)));
                }
                assertNull(issue(session, new GivenOperation(1, 3, 0, "")));
                Throwable twice = issue(session, new GivenOperation(0, 3, 0, "twice"));
                assertInstanceOf(SQLException.class, twice);
                assertNull(issue(session, new GivenOperation(0, 99, 0, "after a failure")));
                // The target's own connection keeps a database in memory, so that another one sees the same.
                String same = database.equals("h2") ? "jdbc:h2:mem:load" : url(database);
                try (Connection look = DriverManager.getConnection(same);
                        Statement statement = look.createStatement();
                        ResultSet rows = statement.executeQuery(
                                "select count(*), sum(amount), sum(again), max(owner) from account")) {
                    assertTrue(rows.next());
                    assertEquals(11, rows.getLong(1));
                    assertEquals(22.5, rows.getDouble(2));
                    assertEquals(45 + 99, rows.getLong(3));
                    assertEquals("owner9", rows.getString(4));
                }
            }
        }
    }

    @Test
    void anOperationWithoutAStatementAsksForNothing() throws Exception {
        OperationSpec bare = new OperationSpec("select", 1, List.of(), Map.of(), "command line");
        try (Target target = target("jdbc:", Map.of());
                TargetSession session = target.prepare(List.of(bare))) {
            assertNull(issue(session, new GivenOperation(0)));
        }
    }

    @Test
    void aLostConnectionIsMadeAgain() throws Exception {
        List<OperationSpec> operations =
                List.of(operation("select 1"), operation("select pg_terminate_backend(pg_backend_pid())"));
        try (Target target = target(url("postgres"), Map.of());
                TargetSession session = target.prepare(operations)) {
            assertNull(issue(session, new GivenOperation(0)));
            assertNotNull(issue(session, new GivenOperation(1)));
            assertNull(issue(session, new GivenOperation(0)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgres"})
    void whatMakesNoSenseIsNamed(String database) throws Exception {
        try (Target target = target(url(database), Map.of())) {
            String message = assertThrows(Exception.class, () -> target.prepare(List.of(operation("selekt ${id}"))))
                    .getMessage();
            assertTrue(message.contains("test.yaml:1:1: operation=op cannot be prepared"), message);
            message = assertThrows(
                            LoadException.class, () -> target.prepare(List.of(operation("select cast(? as int)"))))
                    .getMessage();
            assertTrue(message.contains("parameters=1 values=0"), message);
            assertThrows(SQLException.class, () -> target.setUp(List.of("create nothing")));
        }
        assertThrows(LoadException.class, () -> target("jdbc:h2:mem:x", Map.of("usr", "sa")));
        String message = assertThrows(LoadException.class, () -> target("jdbc:nosuch:x?password=secret", Map.of()))
                .getMessage();
        assertEquals("no driver for this database target=jdbc:nosuch:x", message);
    }
}
