package io.millrace.fix;

/** What a Logon says of intervals and numbers, and what is wrong with it. */
final class LogonNumbers {

    private static final int MOST_HEARTBEAT_SECONDS = 86_400;

    private LogonNumbers() {}

    /** Returns what is wrong with the interval of heartbeats of a Logon, or null. */
    static String intervalProblem(FixMessage logon) {
        long seconds = logon.longValue(FixTags.HEART_BT_INT, 0);
        if (seconds < 0) {
            return "HeartBtInt must not be negative";
        }
        return seconds > MOST_HEARTBEAT_SECONDS
                ? "HeartBtInt is too high, expecting at most " + MOST_HEARTBEAT_SECONDS + " but received " + seconds
                : null;
    }

    /**
     * Returns what is wrong with the ResetSeqNumFlag of a Logon, or null.
     *
     * @param isFirst whether the Logon is the first message of the connection, and so may answer that of this side
     */
    static String resetProblem(FixMessage logon, FixSettings settings, boolean isFirst) {
        if (!logon.isYes(FixTags.RESET_SEQ_NUM_FLAG)) {
            return null;
        }
        boolean asked =
                isFirst && settings.role() == FixSettings.Role.INITIATOR && settings.has(FixOption.RESET_AT_LOGON);
        if (!asked && settings.has(FixOption.REFUSE_RESETS)) {
            return "ResetSeqNumFlag=Y is not accepted";
        }
        long number = logon.longValue(FixTags.MSG_SEQ_NUM, 0);
        return number == 1 ? null : "MsgSeqNum with ResetSeqNumFlag=Y is wrong, expecting 1 but received " + number;
    }
}
