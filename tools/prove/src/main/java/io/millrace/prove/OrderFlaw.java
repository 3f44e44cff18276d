package io.millrace.prove;

/** What is wrong with a node of an order, to see that {@link OrderProof} finds it. */
enum OrderFlaw {
    /** Nothing. */
    NONE,
    /** A restart begins at the newest entry that the node has, in place of the one after it. */
    AGAIN_AT_RESTART,
    /** One node takes entries in the order in which they have arrived there. */
    ARRIVAL_ORDER,
    /** The component asks the clock of its node. */
    LOCAL_CLOCK
}
