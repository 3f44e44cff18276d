package io.millrace.server;

import java.lang.System.Logger.Level;

/** Learns of errors of handlers and of the server; called by any thread of the server, and returns soon. */
@FunctionalInterface
public interface WebErrorHandler {

    /**
     * Takes note of an error. The server continues.
     *
     * @param where what failed, such as {@code GET /api/run}
     * @param error what was thrown
     */
    void onError(String where, Throwable error);

    /** Returns a handler that writes errors to {@link System.Logger} of this package. */
    static WebErrorHandler log() {
        return (where, error) -> System.getLogger(WebErrorHandler.class.getPackageName())
                .log(Level.ERROR, "error in the web server at=" + where, error);
    }
}
