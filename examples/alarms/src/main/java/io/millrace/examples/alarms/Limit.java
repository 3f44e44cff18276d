package io.millrace.examples.alarms;

/** Where an alarm begins, and where it ends: a value between the two changes nothing. */
public record Limit(double high, double low) {}
