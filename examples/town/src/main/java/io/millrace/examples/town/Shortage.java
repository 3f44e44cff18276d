package io.millrace.examples.town;

/**
 * What a person lacks.
 *
 * @param to the person
 * @param missing how many likes more the batch needs
 */
public record Shortage(String to, long missing) {}
