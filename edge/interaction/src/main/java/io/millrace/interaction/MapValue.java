package io.millrace.interaction;

/**
 * What was read from a map.
 *
 * @param index the index of the last input that the map had taken, as text
 * @param value the value; null where there is none
 * @param <V> the type of the values
 */
public record MapValue<V>(String index, V value) {}
