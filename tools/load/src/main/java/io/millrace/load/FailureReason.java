package io.millrace.load;

/**
 * Why operations failed.
 *
 * @param text what the target said
 * @param count how many failed for it
 */
public record FailureReason(String text, long count) {}
