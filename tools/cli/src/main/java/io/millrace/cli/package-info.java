/** The millrace command: runs topologies, and shows and extends channels. */
package io.millrace.cli;
