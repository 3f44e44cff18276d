package io.millrace.prove;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * A database with the one row and the one table that the proof needs, reached by a driver that is on the class path.
 * One connection and one thread.
 */
final class XaDatabase implements AutoCloseable {

    private static final String POSTGRESQL = "org.postgresql.xa.PGXADataSource";
    private static final String H2 = "org.h2.jdbcx.JdbcDataSource";

    /** How long to wait for a lock that should be free. */
    private static final int LOCK_TIMEOUT_MS = 20_000;

    private final String name;
    private final String table;
    private final String preparedCount;
    private final String lockTimeout;
    private final XADataSource source;
    private XAConnection xa;
    private Connection connection;

    private XaDatabase(String name, String table, String preparedCount, String lockTimeout, XADataSource source) {
        this.name = name;
        this.table = table;
        this.preparedCount = preparedCount;
        this.lockTimeout = lockTimeout;
        this.source = source;
    }

    /** Opens a PostgreSQL database, with tables whose names begin with {@code table}. */
    static XaDatabase postgresql(String url, String table) {
        return new XaDatabase(
                TransferPlan.BANK,
                table,
                "select count(*) from pg_prepared_xacts where database = current_database()",
                "set lock_timeout = " + LOCK_TIMEOUT_MS,
                source(POSTGRESQL, url));
    }

    /** Opens an H2 database in a file; only one process at a time has it open. */
    static XaDatabase inFile(String url, String table) {
        return new XaDatabase(
                TransferPlan.SHOP,
                table,
                "select count(*) from information_schema.in_doubt",
                "set lock_timeout " + LOCK_TIMEOUT_MS,
                source(H2, url));
    }

    private static XADataSource source(String driver, String url) {
        try {
            Class<?> type = Class.forName(driver);
            Object source = type.getConstructor().newInstance();
            type.getMethod("setUrl", String.class).invoke(source, url);
            return (XADataSource) source;
        } catch (InvocationTargetException e) {
            throw new ProofException("the driver refuses the database address url=" + url + " reason=" + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new ProofException("driver is not on the class path class=" + driver, e);
        }
    }

    String name() {
        return name;
    }

    XADataSource source() {
        return source;
    }

    /** Connects, and creates missing tables. */
    void open() throws SQLException {
        xa = source.getXAConnection();
        connection = xa.getConnection();
        execute(lockTimeout);
        execute("create table if not exists " + table + "_moved (number bigint primary key)");
        execute("create table if not exists " + table + "_account (id int primary key, cents bigint)");
        if (value("select count(*) from " + table + "_account") == 0) {
            execute("insert into " + table + "_account values (1, 0)");
        }
    }

    XAConnection xa() {
        return xa;
    }

    /** Makes a transfer; all transfers change the same row, so an unfinished one would lock out the next. */
    void move(long number) throws SQLException {
        execute("insert into " + table + "_moved values (" + number + ")");
        execute("update " + table + "_account set cents = cents + " + number + " where id = 1");
    }

    /** Returns the transfers that have been made here; waits for locks, and fails where one is left. */
    List<Long> moved() throws SQLException {
        execute("update " + table + "_account set cents = cents where id = 1");
        List<Long> numbers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select number from " + table + "_moved order by number")) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        long sum = numbers.stream().mapToLong(Long::longValue).sum();
        long cents = value("select cents from " + table + "_account where id = 1");
        if (sum != cents) {
            throw new ProofException(
                    "a transfer is" + " incomplete database=" + name + " cents=" + cents + " moved=" + numbers);
        }
        return numbers;
    }

    /** Returns how many transactions are prepared and have not ended. */
    long preparedCount() throws SQLException {
        return value(preparedCount);
    }

    /** Returns the first column of the only row of a query. */
    long value(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Removes the tables. */
    void drop() throws SQLException {
        execute("drop table if exists " + table + "_moved");
        execute("drop table if exists " + table + "_account");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        if (xa != null) {
            xa.close();
        }
    }
}
