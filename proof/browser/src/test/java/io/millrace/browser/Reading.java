package io.millrace.browser;

/**
 * A value of a sensor.
 *
 * @param number its number, from 1
 * @param sensor one of {@code north}, {@code east}, {@code south} and {@code west}
 * @param celsius the temperature
 */
public record Reading(long number, String sensor, double celsius) {}
