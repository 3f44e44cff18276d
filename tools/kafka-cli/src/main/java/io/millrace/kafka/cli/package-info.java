/** The kafka command. */
package io.millrace.kafka.cli;
