package io.millrace.kafka;

/**
 * A request of a gateway.
 *
 * @param journalId the id of its journal
 * @param index its index there
 */
record RequestKey(String journalId, long index) {}
