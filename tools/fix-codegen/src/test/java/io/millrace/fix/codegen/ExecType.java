// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of ExecType (150). */
public enum ExecType {
    /** The value {@code 0}. */
    @FixCode("0")
    NEW,

    /** The value {@code 1}. */
    @FixCode("1")
    PARTIAL_FILL,

    /** The value {@code 2}. */
    @FixCode("2")
    FILL,

    /** The value {@code 3}. */
    @FixCode("3")
    DONE_FOR_DAY,

    /** The value {@code 4}. */
    @FixCode("4")
    CANCELED,

    /** The value {@code 5}. */
    @FixCode("5")
    REPLACE,

    /** The value {@code 6}. */
    @FixCode("6")
    PENDING_CANCEL,

    /** The value {@code 7}. */
    @FixCode("7")
    STOPPED,

    /** The value {@code 8}. */
    @FixCode("8")
    REJECTED,

    /** The value {@code 9}. */
    @FixCode("9")
    SUSPENDED,

    /** The value {@code A}. */
    @FixCode("A")
    PENDING_NEW,

    /** The value {@code B}. */
    @FixCode("B")
    CALCULATED,

    /** The value {@code C}. */
    @FixCode("C")
    EXPIRED,

    /** The value {@code D}. */
    @FixCode("D")
    RESTATED,

    /** The value {@code E}. */
    @FixCode("E")
    PENDING_REPLACE,

    /** The value {@code F}. */
    @FixCode("F")
    TRADE,

    /** The value {@code G}. */
    @FixCode("G")
    TRADE_CORRECT,

    /** The value {@code H}. */
    @FixCode("H")
    TRADE_CANCEL,

    /** The value {@code I}. */
    @FixCode("I")
    ORDER_STATUS,

    /** The value {@code J}. */
    @FixCode("J")
    TRADE_IN_A_CLEARING_HOLD,

    /** The value {@code K}. */
    @FixCode("K")
    TRADE_HAS_BEEN_RELEASED_TO_CLEARING,

    /** The value {@code L}. */
    @FixCode("L")
    TRIGGERED_OR_ACTIVATED_BY_SYSTEM
}
