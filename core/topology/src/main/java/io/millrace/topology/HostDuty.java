package io.millrace.topology;

/** What a machine does of the work of a host. */
public enum HostDuty {
    /** It runs the components of the host, and writes its channels. */
    RUNS,
    /** It holds what a restart of the host needs, and runs nothing. */
    STANDS_BY
}
