package io.millrace.load.cql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
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
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real server; skipped where there is no Java 17 to run it. */
@Tolerates(threads = ".*", files = ".*", because = "the driver starts and keeps them")
@Tag("process")
class CqlTargetTest {
    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("id", ValueKind.INTEGER),
            new Parameter("amount", ValueKind.DECIMAL),
            new Parameter("name", ValueKind.TEXT));

    @TempDir
    private static Path directory;

    private static CassandraServer server;

    @BeforeAll
    static void startServer() throws Exception {
        assumeTrue(
                CassandraServer.java17().isPresent(),
                "no Java 17 in /usr/lib/jvm, which Cassandra wants: apt-get install openjdk-17-jre-headless");
        server = CassandraServer.start(CassandraServer.java17().get(), directory);
        try (Target target = target("")) {
            target.setUp(List.of(
                    "create keyspace load" + " with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
                    "create table load.account"
                            + " (id bigint primary key, small int, amount double, name text, tags set<text>)"));
        }
    }

    @AfterAll
    static void stopServer() throws InterruptedException {
        if (server != null) {
            server.stop();
        }
    }

    private static Target target(String keyspace) {
        return new CqlTargetProvider()
                .target(new TargetOptions(server.url(keyspace), Map.of("timeout-ms", "60000"), 1));
    }

    private static OperationSpec operation(String statement, String consistency) {
        Map<String, Template> fields = Map.of(
                "statement",
                Template.parse(statement, PARAMETERS),
                "consistency",
                Template.parse(consistency, PARAMETERS));
        return new OperationSpec("op", 1, PARAMETERS, fields, "test.yaml:1:1");
    }

    @Test
    void theTargetIsFoundByItsScheme() {
        assertEquals(
                1,
                ServiceLoader.load(TargetProvider.class).stream()
                        .filter(provider -> provider.type() == CqlTargetProvider.class)
                        .count());
    }

    @Test
    void statementsAreCarriedOutWithTheirValues() throws Exception {
        List<OperationSpec> operations = List.of(
                operation(
                        "insert into account (id, small, amount, name) values (${id}, ${id}, ${amount}, ${name})",
                        "one"),
                operation("select * from account where id = ${id}", "LOCAL_QUORUM"));
        try (Target target = target("load");
                TargetSession session = target.prepare(operations)) {
            List<GivenOperation> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                GivenOperation operation = new GivenOperation(0, i, i / 2.0, "name" + i);
                session.issue(operation);
                all.add(operation);
            }
            for (GivenOperation operation : all) {
                assertNull(operation.failure());
            }
            GivenOperation select = new GivenOperation(1, 7, 0, "");
            session.issue(select);
            assertNull(select.failure());
        }
        URI uri = URI.create(server.url(""));
        try (CqlSession look = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(uri.getHost(), uri.getPort()))
                .withLocalDatacenter("datacenter1")
                .build()) {
            Row row = look.execute("select count(*), sum(small), sum(amount), max(name) from load.account")
                    .one();
            assertEquals(100, row.getLong(0));
            assertEquals(4950, row.getInt(1));
            assertEquals(2475.0, row.getDouble(2));
            assertEquals("name99", row.getString(3));
        }
    }

    @Test
    void anOperationWithoutAStatementAsksForTheVersion() throws Exception {
        OperationSpec bare = new OperationSpec("select", 1, List.of(), Map.of(), "command line");
        try (Target target = target("");
                TargetSession session = target.prepare(List.of(bare))) {
            GivenOperation operation = new GivenOperation(0);
            session.issue(operation);
            assertNull(operation.failure());
        }
    }

    @Test
    void whatTheClusterRefusesIsAFailure() throws Exception {
        try (Target target = target("load");
                TargetSession session =
                        target.prepare(List.of(operation("select * from account where id = ${id}", "three")))) {
            GivenOperation operation = new GivenOperation(0, 1, 0, "");
            session.issue(operation);
            // By its own policy the driver would ask the other nodes too, and say that all of them have failed.
            assertInstanceOf(UnavailableException.class, operation.failure());
            assertThrows(
                    AlreadyExistsException.class,
                    () -> target.setUp(List.of("create table load.account (id bigint primary key)")));
        }
    }

    @Test
    void whatMakesNoSenseIsNamed() {
        try (Target target = target("load")) {
            for (OperationSpec wrong : List.of(
                    operation("selekt ${id}", "one"),
                    operation("select * from account", "most"),
                    operation("select * from account where id = ?", "one"),
                    operation("update account set tags = ${name} where id = ${id}", "one"))) {
                String message = assertThrows(LoadException.class, () -> target.prepare(List.of(wrong)))
                        .getMessage();
                assertTrue(message.startsWith("test.yaml:1:1: operation=op "), message);
            }
        }
        CqlTargetProvider provider = new CqlTargetProvider();
        assertThrows(LoadException.class, () -> provider.target(new TargetOptions("cql:nowhere", Map.of(), 1)));
        assertThrows(
                LoadException.class,
                () -> provider.target(new TargetOptions("cql://localhost/x", Map.of("user-name", "me"), 1)));
    }
}
