/** Calls of clients that return something: six patterns of plain interfaces, and carried over any transport. */
package io.millrace.interaction;
