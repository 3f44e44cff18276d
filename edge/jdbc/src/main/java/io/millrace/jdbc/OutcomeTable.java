package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** The table in which the outcomes of requests stand, beside the data that they have changed. Used by one thread. */
final class OutcomeTable {
    static final String NAME = "millrace_outcomes";

    private static final int PRUNED_AT_ONCE = 5_000;
    private static final String ONE = " where gateway = ? and journal_id = ? and idx = ?";
    private static final String BELOW = " where gateway = ? and journal_id = ? and idx < ?";

    private final Connection connection;
    private final String gateway;

    OutcomeTable(Connection connection, String gateway) {
        this.connection = connection;
        this.gateway = gateway;
    }

    void create(Database database) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists " + NAME
                    + " (gateway varchar(200) not null, journal_id varchar(64) not null, idx bigint not null, outcome "
                    + database.kind().bytesType() + " not null, primary key (gateway, journal_id, idx))");
        }
    }

    /** The greatest index whose outcome is stored. */
    OptionalLong greatest(String journalId) throws SQLException {
        String sql = "select max(idx) from " + NAME + " where gateway = ? and journal_id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gateway);
            statement.setString(2, journalId);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                long greatest = result.getLong(1);
                return result.wasNull() ? OptionalLong.empty() : OptionalLong.of(greatest);
            }
        }
    }

    /** The stored bytes, null where there are none. */
    byte[] find(String journalId, long index) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select outcome from " + NAME + ONE)) {
            key(statement, journalId, index);
            try (ResultSet result = statement.executeQuery()) {
                return result.next() ? result.getBytes(1) : null;
            }
        }
    }

    void insert(String journalId, long index, byte[] outcome) throws SQLException {
        String sql = "insert into " + NAME + " (gateway, journal_id, idx, outcome) values (?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            key(statement, journalId, index);
            statement.setBytes(4, outcome);
            statement.executeUpdate();
        }
    }

    /** Deletes the outcomes below an index, a few at a time so that no transaction is long. */
    void prune(String journalId, long below) throws SQLException {
        boolean more = true;
        while (more) {
            long end = below;
            try (PreparedStatement statement =
                    connection.prepareStatement("select idx from " + NAME + BELOW + " order by idx")) {
                key(statement, journalId, below);
                statement.setMaxRows(PRUNED_AT_ONCE);
                int found = 0;
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        end = result.getLong(1) + 1;
                        found++;
                    }
                }
                more = found == PRUNED_AT_ONCE;
            }
            try (PreparedStatement statement = connection.prepareStatement("delete from " + NAME + BELOW)) {
                key(statement, journalId, end);
                statement.executeUpdate();
            }
            connection.commit();
        }
    }

    private void key(PreparedStatement statement, String journalId, long index) throws SQLException {
        statement.setString(1, gateway);
        statement.setString(2, journalId);
        statement.setLong(3, index);
    }
}
