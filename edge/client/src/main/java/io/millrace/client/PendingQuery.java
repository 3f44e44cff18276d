package io.millrace.client;

/**
 * A query that is not answered yet. It is sent after the calls that were made before it, so that it sees them.
 *
 * @param after the number of the newest call at that time
 * @param answer what waits for the answer
 * @param invocation the query
 * @param as the follower among whose messages the answer comes; 0 for none
 * @param position what the component must have taken or written before; empty for nothing
 */
record PendingQuery(long after, PendingAnswer answer, Invocation invocation, long as, String position) {}
