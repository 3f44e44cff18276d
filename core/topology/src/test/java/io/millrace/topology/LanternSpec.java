package io.millrace.topology;

import java.util.List;

/**
 * Another section of the tests, for the order of two.
 *
 * @param events gets each step
 */
public record LanternSpec(List<String> events) {}
