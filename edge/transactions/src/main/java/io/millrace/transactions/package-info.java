/** Transactions over several XA resources: one forced record per decision, and recovery that does not guess. */
package io.millrace.transactions;
