/** Prices to browsers, and orders back. */
package io.millrace.examples.prices;
