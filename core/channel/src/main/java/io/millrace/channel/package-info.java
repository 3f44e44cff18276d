/** A stream of typed calls over a transport: written by method calls, read by method calls, and readable as text. */
package io.millrace.channel;
