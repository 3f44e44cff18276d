package io.millrace.examples.town;

/**
 * What a person has.
 *
 * @param to the person
 * @param likes how many likes are left
 */
public record Balance(String to, long likes) {}
