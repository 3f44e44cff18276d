package io.millrace.prove;

import io.millrace.jdbc.JdbcRequests;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A component of {@link HostsProof}: it asks a database to add each step to a table that refuses no row. */
public final class StepTable implements Steps {

    private final JdbcRequests out;
    private final long pauseNs;

    /**
     * Creates the component.
     *
     * @param out takes its requests
     * @param pauseMs about how long it takes for a step
     */
    public StepTable(JdbcRequests out, long pauseMs) {
        this.out = out;
        this.pauseNs = TimeUnit.MILLISECONDS.toNanos(pauseMs);
    }

    @Override
    public void step(long number, long hash) {
        LockSupport.parkNanos(pauseNs);
        out.executeUpdate("insert into steps (number, hash) values (?, ?)", number, hash);
    }
}
