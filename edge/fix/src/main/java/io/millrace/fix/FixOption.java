package io.millrace.fix;

/** What a session does besides the usual; each is switched for itself, and all are off unless given. */
public enum FixOption {
    /** Each message has LastMsgSeqNumProcessed (369). */
    LAST_PROCESSED,
    /** Logons have NextExpectedMsgSeqNum (789), and what the peer lacks by its own is sent without being asked. */
    NEXT_EXPECTED,
    /** Garbled messages with a number are rejected instead of skipped. */
    REJECT_GARBLED,
    /** A wrong CheckSum (10) is accepted. */
    ACCEPT_ANY_CHECKSUM,
    /** Both numbers begin at 1 with each Logon. */
    RESET_AT_LOGON,
    /**
     * A ResetSeqNumFlag (141) that this side has not asked for is refused by a Logout; else both numbers begin at 1
     * when the peer says so.
     */
    REFUSE_RESETS,
    /** Both numbers begin at 1 after each Logout. */
    RESET_AT_LOGOUT,
    /** Both numbers begin at 1 after each connection. */
    RESET_AT_DISCONNECT,
    /** A ResendRequest whose number is too low is served, as some counterparties expect; else it ends the session. */
    SERVE_LOW_RESEND_REQUESTS,
    /** Rejects for their time, their type or a NewSeqNo that is too low have no RefTagID (371). */
    SHORT_REJECTS,
    /** A Logout that follows a Reject has no Text (58). */
    SHORT_LOGOUTS,
    /** A Logon that is refused closes the connection without a Logout. */
    REFUSE_SILENTLY
}
