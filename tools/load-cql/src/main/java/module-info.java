/** Cassandra, and what speaks its protocol, as a target of the load command. */
module io.millrace.load.cql {
    requires java.driver.core;
    requires io.millrace.load;

    // The driver makes the policy that its configuration names.
    opens io.millrace.load.cql to
            java.driver.core;

    provides io.millrace.load.TargetProvider with
            io.millrace.load.cql.CqlTargetProvider;
}
