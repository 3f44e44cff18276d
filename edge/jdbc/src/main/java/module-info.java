/** The JDBC gateway: requests to an SQL database as messages, each carried out once and answered once. */
module io.millrace.jdbc {
    requires transitive io.millrace.service;
    requires transitive java.sql;

    exports io.millrace.jdbc;

    opens io.millrace.jdbc to
            io.millrace.wire;

    uses java.sql.Driver;
}
