package io.millrace.cli;

/** The exit codes of the process; {@code docs/cli.md} lists the same. */
final class ExitCode {
    /** Done. */
    static final int OK = 0;

    /** The command failed. */
    static final int FAILED = 1;

    /** The command line, a topology file or an input document is wrong. */
    static final int USAGE = 2;

    /** A channel's data is damaged. */
    static final int DAMAGED = 3;

    /** A channel belongs to another process. */
    static final int IN_USE = 4;

    private ExitCode() {}
}
