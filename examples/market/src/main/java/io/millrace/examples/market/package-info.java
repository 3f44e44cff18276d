/** A pipeline of plain Java components that turns trades into bars, signals and orders. */
package io.millrace.examples.market;
