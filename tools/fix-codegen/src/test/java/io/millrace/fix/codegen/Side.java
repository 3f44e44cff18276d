// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of Side (54). */
public enum Side {
    /** The value {@code 1}. */
    @FixCode("1")
    BUY,

    /** The value {@code 2}. */
    @FixCode("2")
    SELL,

    /** The value {@code 3}. */
    @FixCode("3")
    BUY_MINUS,

    /** The value {@code 4}. */
    @FixCode("4")
    SELL_PLUS,

    /** The value {@code 5}. */
    @FixCode("5")
    SELL_SHORT,

    /** The value {@code 6}. */
    @FixCode("6")
    SELL_SHORT_EXEMPT,

    /** The value {@code 7}. */
    @FixCode("7")
    UNDISCLOSED,

    /** The value {@code 8}. */
    @FixCode("8")
    CROSS,

    /** The value {@code 9}. */
    @FixCode("9")
    CROSS_SHORT,

    /** The value {@code A}. */
    @FixCode("A")
    CROSS_SHORT_EXEMPT,

    /** The value {@code B}. */
    @FixCode("B")
    AS_DEFINED,

    /** The value {@code C}. */
    @FixCode("C")
    OPPOSITE,

    /** The value {@code D}. */
    @FixCode("D")
    SUBSCRIBE,

    /** The value {@code E}. */
    @FixCode("E")
    REDEEM,

    /** The value {@code F}. */
    @FixCode("F")
    LEND,

    /** The value {@code G}. */
    @FixCode("G")
    BORROW
}
