package io.millrace.load;

/**
 * The results of the operations of one kind.
 *
 * @param name the name of the kind
 * @param completed the times of those that succeeded
 * @param failed the times of those that failed
 */
public record KindTimes(String name, Times completed, Times failed) {}
