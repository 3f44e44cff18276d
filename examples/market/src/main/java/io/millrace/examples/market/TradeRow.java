package io.millrace.examples.market;

/** What became of one row of the input. */
sealed interface TradeRow {
    /** The row is a trade. */
    record Good(Trade trade) implements TradeRow {}

    /** The row is not a trade. */
    record Bad(Rejection why) implements TradeRow {}

    /** There are no more rows. */
    record End() implements TradeRow {}
}
