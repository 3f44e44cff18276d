/** Targets for a fuzzer, and the conditions that must hold for each of them. */
package io.millrace.fuzz;
