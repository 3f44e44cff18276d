package io.millrace.prove.fix;

/** What happens to the machines in a round. */
enum Happening {
    /** The spare gets nothing for a while; both are killed, and the spare promoted. */
    BOTH_KILLED,
    /** The spare gets nothing for a while; the host is killed meanwhile, and the spare promoted. */
    HOST_LOST_WHILE_SPARE_STALLS,
    /** The host is killed, and its spare promoted; the former machine stands by then. */
    HOST_LOST,
    /** The host is killed and started again. */
    HOST_KILLED,
    /** The spare is killed and started again. */
    SPARE_KILLED
}
