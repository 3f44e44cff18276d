package io.millrace.examples.alarms;

import java.time.Instant;

/** What a sensor has measured. */
public record Reading(String sensor, double value, Instant at) {}
