package io.millrace.concurrent;

/**
 * What a region allocator has done so far.
 *
 * @param regions how many regions it has
 * @param reservedBytes how large these are together
 * @param wastedBytes what was left over at the ends of regions that are full
 * @param oversize how many allocations got memory of their own
 * @param oversizeBytes how much these are together
 * @param failures how often a compare-and-set did not succeed and was tried again
 */
public record RegionCounts(
        long regions, long reservedBytes, long wastedBytes, long oversize, long oversizeBytes, long failures) {}
