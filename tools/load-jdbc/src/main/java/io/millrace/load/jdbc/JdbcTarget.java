package io.millrace.load.jdbc;

import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetSession;
import io.millrace.load.Template;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A database: each session has a connection, and each operation is a statement that was prepared, in a transaction of
 * its own. JDBC waits for its answers, so there are as many operations in flight as threads at most.
 */
final class JdbcTarget implements Target {
    private static final String IN_MEMORY = "jdbc:h2:mem:load";
    private static final Template NOTHING = Template.parse("select 1", List.of());

    private final String url;
    private final Properties properties = new Properties();
    /** An H2 database in memory exists as long as a connection is open. */
    private Connection keeper;

    JdbcTarget(TargetOptions options) {
        options.allow("user", "password");
        url = options.address().isEmpty() ? IN_MEMORY : options.url();
        for (String name : List.of("user", "password")) {
            String value = options.value(name, null);
            if (value != null) {
                properties.setProperty(name, value);
            }
        }
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new LoadException("no driver for this database target=" + withoutSecrets(url), e);
        }
    }

    /** Removes the part of a URL after the first question mark or semicolon, which may hold a password. */
    private static String withoutSecrets(String url) {
        return url.replaceAll("(?s)[?;].*", "");
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public void setUp(List<String> statements) throws SQLException {
        keep();
        try (Statement statement = keeper.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        }
    }

    private synchronized void keep() throws SQLException {
        if (keeper == null) {
            keeper = connect();
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) throws SQLException {
        keep();
        List<JdbcOperation> kinds = new ArrayList<>();
        for (OperationSpec operation : operations) {
            operation.allow("statement");
            Template statement = operation.field("statement").orElse(NOTHING);
            kinds.add(new JdbcOperation(operation, statement));
        }
        return JdbcSession.open(this, kinds);
    }

    @Override
    public synchronized void close() {
        if (keeper != null) {
            try {
                keeper.close();
            } catch (SQLException e) {
                throw new LoadException("cannot close connection target=" + withoutSecrets(url), e);
            }
        }
    }
}
