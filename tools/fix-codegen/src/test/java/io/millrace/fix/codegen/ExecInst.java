// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of ExecInst (18). */
public enum ExecInst {
    /** The value {@code 1}. */
    @FixCode("1")
    NOT_HELD,

    /** The value {@code 2}. */
    @FixCode("2")
    WORK,

    /** The value {@code 3}. */
    @FixCode("3")
    GO_ALONG,

    /** The value {@code 4}. */
    @FixCode("4")
    OVER_THE_DAY,

    /** The value {@code 5}. */
    @FixCode("5")
    HELD,

    /** The value {@code 6}. */
    @FixCode("6")
    PARTICIPATE_DONT_INITIATE,

    /** The value {@code 7}. */
    @FixCode("7")
    STRICT_SCALE,

    /** The value {@code 8}. */
    @FixCode("8")
    TRY_TO_SCALE,

    /** The value {@code 9}. */
    @FixCode("9")
    STAY_ON_BIDSIDE,

    /** The value {@code 0}. */
    @FixCode("0")
    STAY_ON_OFFERSIDE,

    /** The value {@code A}. */
    @FixCode("A")
    NO_CROSS,

    /** The value {@code B}. */
    @FixCode("B")
    OK_TO_CROSS,

    /** The value {@code C}. */
    @FixCode("C")
    CALL_FIRST,

    /** The value {@code D}. */
    @FixCode("D")
    PERCENT_OF_VOLUME,

    /** The value {@code E}. */
    @FixCode("E")
    DO_NOT_INCREASE,

    /** The value {@code F}. */
    @FixCode("F")
    DO_NOT_REDUCE,

    /** The value {@code G}. */
    @FixCode("G")
    ALL_OR_NONE,

    /** The value {@code H}. */
    @FixCode("H")
    REINSTATE_ON_SYSTEM_FAILURE,

    /** The value {@code I}. */
    @FixCode("I")
    INSTITUTIONS_ONLY,

    /** The value {@code J}. */
    @FixCode("J")
    REINSTATE_ON_TRADING_HALT,

    /** The value {@code K}. */
    @FixCode("K")
    CANCEL_ON_TRADING_HALT,

    /** The value {@code L}. */
    @FixCode("L")
    LAST_PEG,

    /** The value {@code M}. */
    @FixCode("M")
    MID_PRICE,

    /** The value {@code N}. */
    @FixCode("N")
    NON_NEGOTIABLE,

    /** The value {@code O}. */
    @FixCode("O")
    OPENING_PEG,

    /** The value {@code P}. */
    @FixCode("P")
    MARKET_PEG,

    /** The value {@code Q}. */
    @FixCode("Q")
    CANCEL_ON_SYSTEM_FAILURE,

    /** The value {@code R}. */
    @FixCode("R")
    PRIMARY_PEG,

    /** The value {@code S}. */
    @FixCode("S")
    SUSPEND,

    /** The value {@code T}. */
    @FixCode("T")
    FIXED_PEG_TO_LOCAL_BEST_BID_OR_OFFER_AT_TIME_OF_ORDER,

    /** The value {@code U}. */
    @FixCode("U")
    CUSTOMER_DISPLAY_INSTRUCTION,

    /** The value {@code V}. */
    @FixCode("V")
    NETTING,

    /** The value {@code W}. */
    @FixCode("W")
    PEG_TO_VWAP,

    /** The value {@code X}. */
    @FixCode("X")
    TRADE_ALONG,

    /** The value {@code Y}. */
    @FixCode("Y")
    TRY_TO_STOP,

    /** The value {@code Z}. */
    @FixCode("Z")
    CANCEL_IF_NOT_BEST,

    /** The value {@code a}. */
    @FixCode("a")
    TRAILING_STOP_PEG,

    /** The value {@code b}. */
    @FixCode("b")
    STRICT_LIMIT,

    /** The value {@code c}. */
    @FixCode("c")
    IGNORE_PRICE_VALIDITY_CHECKS,

    /** The value {@code d}. */
    @FixCode("d")
    PEG_TO_LIMIT_PRICE,

    /** The value {@code e}. */
    @FixCode("e")
    WORK_TO_TARGET_STRATEGY,

    /** The value {@code f}. */
    @FixCode("f")
    INTERMARKET_SWEEP,

    /** The value {@code g}. */
    @FixCode("g")
    EXTERNAL_ROUTING_ALLOWED,

    /** The value {@code h}. */
    @FixCode("h")
    EXTERNAL_ROUTING_NOT_ALLOWED,

    /** The value {@code i}. */
    @FixCode("i")
    IMBALANCE_ONLY,

    /** The value {@code j}. */
    @FixCode("j")
    SINGLE_EXECUTION_REQUESTED_FOR_BLOCK_TRADE,

    /** The value {@code k}. */
    @FixCode("k")
    BEST_EXECUTION,

    /** The value {@code l}. */
    @FixCode("l")
    SUSPEND_ON_SYSTEM_FAILURE,

    /** The value {@code m}. */
    @FixCode("m")
    SUSPEND_ON_TRADING_HALT,

    /** The value {@code n}. */
    @FixCode("n")
    REINSTATE_ON_CONNECTION_LOSS,

    /** The value {@code o}. */
    @FixCode("o")
    CANCEL_ON_CONNECTION_LOSS,

    /** The value {@code p}. */
    @FixCode("p")
    SUSPEND_ON_CONNECTION_LOSS,

    /** The value {@code q}. */
    @FixCode("q")
    RELEASE_FROM_SUSPENSION,

    /** The value {@code r}. */
    @FixCode("r")
    EXECUTE_AS_DELTA_NEUTRAL_USING_VOLATILITY_PROVIDED,

    /** The value {@code s}. */
    @FixCode("s")
    EXECUTE_AS_DURATION_NEUTRAL,

    /** The value {@code t}. */
    @FixCode("t")
    EXECUTE_AS_FX_NEUTRAL
}
