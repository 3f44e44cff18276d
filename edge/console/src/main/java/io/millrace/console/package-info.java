/** The console: samples a run or a data directory, and shows it to a page through HTTP and WebSocket. */
package io.millrace.console;
