/** Cassandra, and what speaks its protocol, as a target of the load command. */
module io.millrace.load.cql {
    requires java.driver.core;
    requires io.millrace.load;

    provides io.millrace.load.TargetProvider with
            io.millrace.load.cql.CqlTargetProvider;
}
