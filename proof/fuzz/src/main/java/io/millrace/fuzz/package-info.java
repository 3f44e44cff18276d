/** Programs that are given hostile input, and what must hold for each of them. */
package io.millrace.fuzz;
