/**
 * Measures ours and peers side by side, each in its own JVM, in turns on one machine in one run, and reports figures,
 * intervals and conditions; it knows no suite and no peer.
 */
package io.millrace.harness;
