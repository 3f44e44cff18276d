package io.millrace.client;

/** What a server has sent ends the connection. */
final class FrameException extends Exception {

    static final int NORMAL = 1000;

    /** A close without a code. */
    static final int NO_CODE = 1005;

    static final int WRONG = 1002;
    static final int BAD_DATA = 1007;
    static final int TOO_BIG = 1009;

    private static final long serialVersionUID = 1;

    private final int code;

    /**
     * Creates one.
     *
     * @param code the code of RFC 6455 with which a WebSocket is closed
     */
    FrameException(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
