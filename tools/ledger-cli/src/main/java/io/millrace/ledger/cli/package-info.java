/** The command that works with the ledger. */
package io.millrace.ledger.cli;
