// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of OrdType (40). */
public enum OrdType {
    /** The value {@code 1}. */
    @FixCode("1")
    MARKET,

    /** The value {@code 2}. */
    @FixCode("2")
    LIMIT,

    /** The value {@code 3}. */
    @FixCode("3")
    STOP,

    /** The value {@code 4}. */
    @FixCode("4")
    STOP_LIMIT,

    /** The value {@code 5}. */
    @FixCode("5")
    MARKET_ON_CLOSE,

    /** The value {@code 6}. */
    @FixCode("6")
    WITH_OR_WITHOUT,

    /** The value {@code 7}. */
    @FixCode("7")
    LIMIT_OR_BETTER,

    /** The value {@code 8}. */
    @FixCode("8")
    LIMIT_WITH_OR_WITHOUT,

    /** The value {@code 9}. */
    @FixCode("9")
    ON_BASIS,

    /** The value {@code A}. */
    @FixCode("A")
    ON_CLOSE,

    /** The value {@code B}. */
    @FixCode("B")
    LIMIT_ON_CLOSE,

    /** The value {@code C}. */
    @FixCode("C")
    FOREX_MARKET,

    /** The value {@code D}. */
    @FixCode("D")
    PREVIOUSLY_QUOTED,

    /** The value {@code E}. */
    @FixCode("E")
    PREVIOUSLY_INDICATED,

    /** The value {@code F}. */
    @FixCode("F")
    FOREX_LIMIT,

    /** The value {@code G}. */
    @FixCode("G")
    FOREX_SWAP,

    /** The value {@code H}. */
    @FixCode("H")
    FOREX_PREVIOUSLY_QUOTED,

    /** The value {@code I}. */
    @FixCode("I")
    FUNARI,

    /** The value {@code J}. */
    @FixCode("J")
    MARKET_IF_TOUCHED,

    /** The value {@code K}. */
    @FixCode("K")
    MARKET_WITH_LEFTOVER_AS_LIMIT,

    /** The value {@code L}. */
    @FixCode("L")
    PREVIOUS_FUND_VALUATION_POINT,

    /** The value {@code M}. */
    @FixCode("M")
    NEXT_FUND_VALUATION_POINT,

    /** The value {@code P}. */
    @FixCode("P")
    PEGGED,

    /** The value {@code Q}. */
    @FixCode("Q")
    COUNTER_ORDER_SELECTION
}
