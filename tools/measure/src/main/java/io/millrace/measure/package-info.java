/** Latency measured from when work should have begun, and the histogram logs that hold it. */
package io.millrace.measure;
