// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

/** Calls with messages of FIX. */
public interface Reports {

    /** Takes a ExecutionReport (8) of a session. */
    void executionReport(String session, ExecutionReport executionReport);
}
