package io.millrace.server;

/** Which requests a route accepts, besides the checks of host and origin that hold for all. */
public enum Access {
    /** Every request: for files that contain no data, such as the page itself. */
    OPEN,
    /** Requests with the token; every request of this origin where the server has no token. */
    TOKEN
}
