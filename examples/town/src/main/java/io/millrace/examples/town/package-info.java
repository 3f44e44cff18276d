/** A town whose people give each other likes, in an order that four seats agree on. */
package io.millrace.examples.town;
