/**
 * Measures ours and peers side by side: each side in its own JVM, in turns on one machine in one run, with figures,
 * intervals and conditions in one report. It knows no suite and no peer.
 */
package io.millrace.harness;
