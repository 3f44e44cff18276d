/**
 * The protocol by which the members of a replicated journal join, copy, acknowledge, promote and change their
 * configuration.
 */
package io.millrace.replication;
