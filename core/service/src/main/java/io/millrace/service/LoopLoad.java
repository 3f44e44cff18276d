package io.millrace.service;

/**
 * How busy an event loop was in the rounds that it has measured.
 *
 * @param busyNs the time of its rounds that had work, in nanoseconds
 * @param measuredNs the time of all of them, idling included, in nanoseconds
 */
public record LoopLoad(long busyNs, long measuredNs) {}
