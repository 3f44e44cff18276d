package io.millrace.concurrent;

/**
 * The counts of a region allocator.
 *
 * @param regions the number of regions
 * @param reservedBytes the size of all regions together
 * @param wastedBytes the bytes left at the ends of full regions
 * @param oversize the number of allocations with memory of their own
 * @param oversizeBytes the size of these allocations together
 * @param failures how often a compare-and-set failed and was repeated
 */
public record RegionCounts(
        long regions, long reservedBytes, long wastedBytes, long oversize, long oversizeBytes, long failures) {}
