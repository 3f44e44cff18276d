package io.millrace.client;

/**
 * Where a follower begins or continues.
 *
 * @param position the position after which it begins, an opaque text
 * @param isLost whether retention has removed messages after it, so that the first one that is there comes next
 */
public record Beginning(String position, boolean isLost) {}
