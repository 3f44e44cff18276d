package io.millrace.simulation;

/** How a host ends. */
enum CrashKind {
    /** Its process ends; what is mapped stays, and its connections end. */
    KILL,
    /** Its machine loses power; only what was forced is sure to stay, and other hosts hear nothing. */
    POWER,
    /** Its machine is lost with its disk. */
    DISK
}
