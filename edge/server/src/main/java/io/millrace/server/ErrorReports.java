package io.millrace.server;

import java.lang.System.Logger.Level;

/** Tells the error handler, which is foreign code: what it throws is logged. Any thread. */
final class ErrorReports {

    private final WebErrorHandler handler;
    private final Counters counters;

    ErrorReports(WebErrorHandler handler, Counters counters) {
        this.handler = handler;
        this.counters = counters;
    }

    void report(String where, Throwable error) {
        counters.errors.increment();
        try {
            handler.onError(where, error);
        } catch (Throwable e) {
            if (!e.equals(error)) {
                e.addSuppressed(error);
            }
            System.getLogger(ErrorReports.class.getPackageName())
                    .log(Level.ERROR, "an error handler threw while it was told of an error at=" + where, e);
        }
    }
}
