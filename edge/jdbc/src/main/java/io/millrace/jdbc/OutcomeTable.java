package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

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
                    + database.kind().bytesType()
                    + " not null, checksum bigint, primary key (gateway, journal_id, idx))");
            if (!hasChecksum(statement)) {
                statement.execute("alter table " + NAME + " add column checksum bigint");
            }
        }
    }

    private static boolean hasChecksum(Statement statement) throws SQLException {
        try (ResultSet nothing = statement.executeQuery("select * from " + NAME + " where 1 = 0")) {
            ResultSetMetaData metaData = nothing.getMetaData();
            for (int column = 1; column <= metaData.getColumnCount(); column++) {
                if (metaData.getColumnName(column).equalsIgnoreCase("checksum")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Returns the ids of the journals of which outcomes are stored under the gateway's name. */
    Set<String> journals() throws SQLException {
        return strings("select distinct journal_id from " + NAME + " where gateway = ?", gateway);
    }

    /** Returns the names of the gateways under which outcomes of a journal are stored. */
    Set<String> gateways(String journalId) throws SQLException {
        return strings("select distinct gateway from " + NAME + " where journal_id = ?", journalId);
    }

    private Set<String> strings(String sql, String argument) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, argument);
            Set<String> found = new TreeSet<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    found.add(result.getString(1));
                }
            }
            return found;
        }
    }

    /** Takes over what a gateway has stored of a journal that had another name. */
    void takeOver(String formerName, String journalId) throws SQLException {
        String sql = "update " + NAME + " set gateway = ? where gateway = ? and journal_id = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gateway);
            statement.setString(2, formerName);
            statement.setString(3, journalId);
            statement.executeUpdate();
        }
        connection.commit();
    }

    /** Returns the greatest index whose outcome is stored. */
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

    /** Returns what is stored for a request. */
    Optional<StoredOutcome> find(String journalId, long index) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select outcome, checksum from " + NAME + ONE)) {
            key(statement, journalId, index);
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    return Optional.empty();
                }
                byte[] outcome = result.getBytes(1);
                long checksum = result.getLong(2);
                return Optional.of(new StoredOutcome(
                        outcome, result.wasNull() ? OptionalLong.empty() : OptionalLong.of(checksum)));
            }
        }
    }

    void insert(String journalId, long index, byte[] outcome, long checksum) throws SQLException {
        String sql = "insert into " + NAME + " (gateway, journal_id, idx, outcome, checksum) values (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            key(statement, journalId, index);
            statement.setBytes(4, outcome);
            statement.setLong(5, checksum);
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
