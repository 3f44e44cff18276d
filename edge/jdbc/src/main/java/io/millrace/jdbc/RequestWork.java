package io.millrace.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What is done with a statement whose arguments are bound. */
@FunctionalInterface
interface RequestWork {
    Outcome run(PreparedStatement statement) throws SQLException;
}
