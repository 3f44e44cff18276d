// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of OrdStatus (39). */
public enum OrdStatus {
    /** The value {@code 0}. */
    @FixCode("0")
    NEW,

    /** The value {@code 1}. */
    @FixCode("1")
    PARTIALLY_FILLED,

    /** The value {@code 2}. */
    @FixCode("2")
    FILLED,

    /** The value {@code 3}. */
    @FixCode("3")
    DONE_FOR_DAY,

    /** The value {@code 4}. */
    @FixCode("4")
    CANCELED,

    /** The value {@code 5}. */
    @FixCode("5")
    REPLACED,

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
    ACCEPTED_FOR_BIDDING,

    /** The value {@code E}. */
    @FixCode("E")
    PENDING_REPLACE
}
