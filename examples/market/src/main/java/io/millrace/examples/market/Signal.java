package io.millrace.examples.market;

import java.time.Instant;

/** A hint to change the position. */
public sealed interface Signal permits Buy, Sell {
    /** Returns the start of the bar that gave the signal. */
    Instant bar();

    /** Returns the close of that bar. */
    double price();
}
