/** SQL databases as targets of the load command, by JDBC. */
module io.millrace.load.jdbc {
    requires io.millrace.load;
    requires java.sql;

    provides io.millrace.load.TargetProvider with
            io.millrace.load.jdbc.JdbcTargetProvider;
}
