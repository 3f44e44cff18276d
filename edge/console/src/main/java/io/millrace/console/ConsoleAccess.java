package io.millrace.console;

/** What users of a console may do. */
public enum ConsoleAccess {
    /** Look at everything and change nothing. */
    READ,
    /** Append calls, reset positions and order skips as well; needs a token. */
    ADMIN
}
