/** The replication of journals in a simulator: one seed fixes clock, network, disks, crashes and operators. */
package io.millrace.simulation;
