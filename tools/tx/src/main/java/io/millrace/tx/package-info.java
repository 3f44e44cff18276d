/** The tx command: lists the decisions of a transaction manager, and lets an operator resolve and forget them. */
package io.millrace.tx;
