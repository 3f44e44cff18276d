/** Side-by-side benchmarks: ours and a peer, each in its own fork, alternating on one machine in one run. */
package io.millrace.benchmarks;
