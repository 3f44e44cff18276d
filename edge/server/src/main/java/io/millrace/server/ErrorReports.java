package io.millrace.server;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells the error handler, which is foreign code: what it throws is logged. Since clients may cause errors as often as
 * they like, twenty in a minute are reported; the others are counted, and their number is reported with the first one
 * of a later minute. Any thread.
 */
final class ErrorReports {

    static final int MAX_REPORTS = 20;
    static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);

    private final WebErrorHandler handler;
    private final Counters counters;
    private final LongSupplier nanoClock;

    /** Guarded by this, as the counts of the window. */
    private long windowNs;

    private int reported;
    private long left;

    ErrorReports(WebErrorHandler handler, Counters counters, LongSupplier nanoClock) {
        this.handler = handler;
        this.counters = counters;
        this.nanoClock = nanoClock;
        this.windowNs = nanoClock.getAsLong();
    }

    void report(String where, Throwable error) {
        counters.errors.increment();
        long leftBefore;
        synchronized (this) {
            long nowNs = nanoClock.getAsLong();
            if (nowNs - windowNs >= WINDOW_NS) {
                windowNs = nowNs;
                reported = 0;
            }
            if (reported == MAX_REPORTS) {
                left++;
                return;
            }
            reported++;
            leftBefore = left;
            left = 0;
        }
        if (leftBefore > 0) {
            tell(
                    "the server",
                    new ServerException("errors were not reported, since there were too many count=" + leftBefore
                            + " maxPerMinute=" + MAX_REPORTS));
        }
        tell(where, error);
    }

    private void tell(String where, Throwable error) {
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
