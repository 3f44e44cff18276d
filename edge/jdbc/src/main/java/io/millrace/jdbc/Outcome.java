package io.millrace.jdbc;

/** What became of a request, as the one call that answers it. */
@FunctionalInterface
interface Outcome {
    void deliver(JdbcResults results);
}
