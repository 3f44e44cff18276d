/** A durable, ordered log of checksummed frames in memory-mapped segment files. */
package io.millrace.journal;
