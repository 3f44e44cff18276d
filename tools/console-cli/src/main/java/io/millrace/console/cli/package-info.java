/** The console command. */
package io.millrace.console.cli;
