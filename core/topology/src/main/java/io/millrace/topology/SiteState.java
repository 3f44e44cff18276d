package io.millrace.topology;

/** What a data directory of a host with a spare is for, as it is stored there. */
enum SiteState {
    /** The machine stands by, and may lack what others act on. */
    BEHIND,
    /**
     * The machine stands by. When the host answered last, it did not know what this machine holds: not every channel
     * was connected, or a connection was just made again.
     */
    UNCONFIRMED,
    /** The machine stands by, and holds everything that others act on. */
    COMPLETE,
    /** A promotion has begun: some journals may have their new epoch. It can only be completed. */
    PROMOTING,
    /** The machine runs the host. */
    RUNS,
    /** An operator has ended the run of the host here; what others do not have is to be set aside. */
    RESETTING
}
