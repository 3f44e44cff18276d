package io.millrace.testing;

/** What the components of these tests make. */
public record Alarm(String sensor, double rise, String note) {}
