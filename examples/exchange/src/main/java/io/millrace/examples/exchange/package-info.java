/** A small matching venue that traders reach by FIX. */
package io.millrace.examples.exchange;
