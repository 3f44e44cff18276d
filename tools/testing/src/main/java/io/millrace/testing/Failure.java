package io.millrace.testing;

/**
 * What a component has thrown.
 *
 * @param type the full name of the exception's class
 * @param message its message, null where it has none
 */
public record Failure(String type, String message) {}
