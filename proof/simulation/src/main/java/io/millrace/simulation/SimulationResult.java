package io.millrace.simulation;

/**
 * What a run has done.
 *
 * @param seed the seed
 * @param coverage how often what happened
 * @param actions how many actions were scheduled
 * @param endNs when it ended, by its own clock, in nanoseconds
 * @param chain a value over everything in the log of the first host
 */
record SimulationResult(long seed, Coverage coverage, long actions, long endNs, long chain) {}
