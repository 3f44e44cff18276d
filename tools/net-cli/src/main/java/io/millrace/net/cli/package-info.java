/** The net command. */
package io.millrace.net.cli;
