package io.millrace.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The streams of a command.
 *
 * @param in standard input
 * @param out standard output, for the options of the runs
 * @param err standard error, for errors and progress
 * @param terminal the terminal of the two
 */
record Console(InputStream in, Output out, PrintStream err, Terminal terminal) {}
