package io.millrace.prove;

import io.millrace.jdbc.JdbcRequests;

/** A component of {@link HostsProof}: it asks a database to add each step to a table that refuses no row. */
public final class StepTable implements Steps {

    private final JdbcRequests out;

    /**
     * Creates the component.
     *
     * @param out takes its requests
     */
    public StepTable(JdbcRequests out) {
        this.out = out;
    }

    @Override
    public void step(long number, long hash) {
        out.executeUpdate("insert into steps (number, hash) values (?, ?)", number, hash);
    }
}
