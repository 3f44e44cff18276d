package io.millrace.server;

import java.util.Objects;

/**
 * Why a WebSocket session ended.
 *
 * @param code the code of RFC 6455, such as 1000 for a normal end or 1008 for a client that broke a rule
 * @param reason the reason as text, at most 120 characters reach the client
 */
public record SessionEnd(int code, String reason) {

    /** The normal end. */
    public static final int NORMAL = 1000;
    /** One side goes away. */
    public static final int GOING_AWAY = 1001;
    /** The client broke a rule of the server, for example by not reading. */
    public static final int POLICY = 1008;
    /** The server had an error. */
    public static final int ERROR = 1011;

    /** Checks that the reason is there. */
    public SessionEnd {
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns the end of a session whose client broke a rule. */
    public static SessionEnd policy(String reason) {
        return new SessionEnd(POLICY, reason);
    }
}
