package io.millrace.rules;

/** A line that breaks a rule; {@code line} counts from 1. */
public record Violation(String path, int line, String message) {

    @Override
    public String toString() {
        return path + ":" + line + ": " + message;
    }
}
