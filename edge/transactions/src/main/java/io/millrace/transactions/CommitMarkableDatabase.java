package io.millrace.transactions;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;

/**
 * A database without XA that takes part in transactions, one of its kind in each. Its own commit is the decision: when
 * all other branches have voted, a row that names the transaction and those branches is written in the same local
 * transaction as the work, and that is committed. Recovery reads the rows and tells the branches that are left.
 *
 * <p>Where no row is found, the local commit may still be under way in a session that the database has not ended. So
 * recovery does not only read: it writes its own row with the outcome "rolled back". The primary key makes it wait for
 * that session, and if recovery is first, that session cannot commit any more.
 *
 * <p>The table is made by {@link #createTable}. Rows are deleted once all branches are told; those with "rolled back"
 * after a day. Any thread may call any method.
 */
public final class CommitMarkableDatabase implements RecoverableResource {

    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");
    private static final String DEFAULT_TABLE = "millrace_markers";
    private static final int MAX_BRANCHES_CHARS = 8000;
    private static final Duration WAITING = Duration.ofSeconds(10);
    private static final Duration ROLLED_BACK_KEPT = Duration.ofDays(1);
    private static final int BATCH = 500;

    private final String name;
    private final DataSource source;
    private final String table;
    private final int waitingSeconds;
    private final Queue<GlobalId> told = new ConcurrentLinkedQueue<>();

    private CommitMarkableDatabase(String name, DataSource source, String table, Duration waiting) {
        this.name = name;
        this.source = source;
        this.table = table;
        this.waitingSeconds = (int) waiting.toSeconds();
    }

    /**
     * Returns a database whose table is {@code millrace_markers}.
     *
     * @param name 1 to 255 characters, the same after a restart
     * @param source where recovery gets connections to the same database and schema
     */
    public static CommitMarkableDatabase of(String name, DataSource source) {
        if (name.isEmpty() || name.length() > Decision.MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a resource name has 1 to " + Decision.MAX_NAME_LENGTH + " characters name=" + name);
        }
        return new CommitMarkableDatabase(name, source, DEFAULT_TABLE, WAITING);
    }

    /**
     * Returns the same with another table.
     *
     * @param value letters, digits and underscores, with a schema and a dot before it where needed
     */
    public CommitMarkableDatabase withTable(String value) {
        if (!TABLE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a table name table=" + value);
        }
        return new CommitMarkableDatabase(name, source, value, Duration.ofSeconds(waitingSeconds));
    }

    /** Returns the same with a time for which recovery waits for a session that may be about to commit. */
    CommitMarkableDatabase withWaiting(Duration value) {
        return new CommitMarkableDatabase(name, source, table, value);
    }

    /** Creates the table if it does not exist. */
    public void createTable() throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists " + table
                    + " (node varchar(" + LogName.MAX_CHARS + ") not null, incarnation bigint not null,"
                    + " sequence_number bigint not null, outcome smallint not null,"
                    + " branches varchar(" + MAX_BRANCHES_CHARS + ") not null, created timestamp not null,"
                    + " primary key (node, incarnation, sequence_number))");
            finish(connection);
        }
    }

    /**
     * Returns what is enlisted so that the work of a connection is part of a transaction. The connection must not be
     * committed, rolled back or closed by others until the transaction has ended.
     */
    public XAResource of(Connection connection) {
        return new CommitMarkableConnection(this, connection);
    }

    @Override
    public String name() {
        return name;
    }

    /** Connects; there is never anything prepared here. */
    @Override
    public Session open() throws SQLException {
        Connection connection = source.getConnection();
        XAResource resource = of(connection);
        return new Session() {
            @Override
            public XAResource resource() {
                return resource;
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new TransactionLogException("cannot close recovery connection resource=" + name, e);
                }
            }
        };
    }

    /** Writes the row that records the commit of a transaction; it counts when the connection is committed. */
    void mark(Connection connection, LogName owner, Decision decision) throws SQLException {
        insert(connection, owner, decision.transaction(), Outcome.COMMITTED, text(decision));
    }

    private void insert(Connection connection, LogName owner, GlobalId id, Outcome outcome, String branches)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into " + table
                + " (node, incarnation, sequence_number, outcome, branches, created) values (?, ?, ?, ?, ?, ?)")) {
            insert.setQueryTimeout(waitingSeconds);
            insert.setString(1, owner.toString());
            insert.setLong(2, id.incarnation());
            insert.setLong(3, id.sequence());
            insert.setShort(4, outcome.code);
            insert.setString(5, branches);
            insert.setObject(6, LocalDateTime.now(ZoneOffset.UTC));
            insert.executeUpdate();
        }
    }

    /**
     * Finds out whether a transaction has committed here; if it has not, prevents that it ever does.
     *
     * @return committed or rolled back
     * @throws SQLException if that cannot be found out now
     */
    Outcome settle(LogName owner, GlobalId id) throws SQLException {
        try (Connection connection = source.getConnection()) {
            try {
                insert(connection, owner, id, Outcome.ROLLED_BACK, "");
                finish(connection);
                return Outcome.ROLLED_BACK;
            } catch (SQLException e) {
                undo(connection, e);
                Outcome found = find(connection, owner, id);
                if (found == null) {
                    throw e;
                }
                return found;
            }
        }
    }

    private static void undo(Connection connection, SQLException cause) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static void finish(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private Outcome find(Connection connection, LogName owner, GlobalId id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "select outcome from " + table + " where node = ? and incarnation = ? and sequence_number = ?")) {
            select.setString(1, owner.toString());
            select.setLong(2, id.incarnation());
            select.setLong(3, id.sequence());
            try (ResultSet rows = select.executeQuery()) {
                Outcome found = rows.next() ? Outcome.of((byte) rows.getShort(1)) : null;
                finish(connection);
                return found;
            }
        }
    }

    /** Notes that all branches of a transaction are told, so that its row can be deleted later. */
    void allAreTold(GlobalId id) {
        told.add(id);
    }

    /** Deletes rows that are no longer needed, and returns the decisions of the others. */
    List<Decision> decisions(LogName owner) throws SQLException {
        try (Connection connection = source.getConnection()) {
            prune(connection, owner);
            List<Decision> decisions = new ArrayList<>();
            try (PreparedStatement select =
                    connection.prepareStatement("select incarnation, sequence_number, branches from " + table
                            + " where node = ? and outcome = ?")) {
                select.setString(1, owner.toString());
                select.setShort(2, Outcome.COMMITTED.code);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        decisions.add(decision(new GlobalId(rows.getLong(1), rows.getLong(2)), rows.getString(3)));
                    }
                }
            }
            finish(connection);
            return decisions;
        }
    }

    private void prune(Connection connection, LogName owner) throws SQLException {
        List<GlobalId> taken = new ArrayList<>();
        try {
            do {
                taken.clear();
                for (GlobalId id = told.poll(); id != null; id = taken.size() < BATCH ? told.poll() : null) {
                    taken.add(id);
                }
                delete(connection, owner, taken);
            } while (taken.size() >= BATCH);
        } catch (SQLException e) {
            told.addAll(taken);
            throw e;
        }
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from " + table + " where node = ? and outcome = ? and created < ?")) {
            delete.setString(1, owner.toString());
            delete.setShort(2, Outcome.ROLLED_BACK.code);
            delete.setObject(3, LocalDateTime.now(ZoneOffset.UTC).minus(ROLLED_BACK_KEPT));
            delete.executeUpdate();
        }
        finish(connection);
    }

    private void delete(Connection connection, LogName owner, List<GlobalId> ids) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from " + table + " where node = ? and incarnation = ? and sequence_number = ? and outcome = "
                        + Outcome.COMMITTED.code)) {
            for (GlobalId id : ids) {
                delete.setString(1, owner.toString());
                delete.setLong(2, id.incarnation());
                delete.setLong(3, id.sequence());
                delete.addBatch();
            }
            if (!ids.isEmpty()) {
                delete.executeBatch();
                finish(connection);
            }
        }
    }

    /** Returns branches as text: for each its number, the length of its resource's name, and the name. */
    private static String text(Decision decision) {
        StringBuilder text = new StringBuilder();
        for (Decision.BranchRecord branch : decision.branches()) {
            text.append(branch.branch()).append(':').append(branch.resource().length());
            text.append(':').append(branch.resource()).append(' ');
        }
        if (text.length() > MAX_BRANCHES_CHARS) {
            throw new IllegalArgumentException("branch names do not fit in a row transaction=" + decision.transaction()
                    + " characters=" + text.length() + " limit=" + MAX_BRANCHES_CHARS);
        }
        return text.toString();
    }

    private Decision decision(GlobalId id, String text) {
        List<Decision.BranchRecord> branches = new ArrayList<>();
        try {
            for (int at = 0; at < text.length(); ) {
                int first = text.indexOf(':', at);
                int second = text.indexOf(':', first + 1);
                int end = second + 1 + Integer.parseInt(text.substring(first + 1, second));
                int number = Integer.parseInt(text.substring(at, first));
                branches.add(new Decision.BranchRecord(number, text.substring(second + 1, end)));
                at = end + 1;
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new TransactionLogException(
                    "cannot read the branches of a row resource=" + name + " table=" + table + " transaction=" + id
                            + " branches=" + text,
                    e);
        }
        return new Decision(id, branches);
    }
}
