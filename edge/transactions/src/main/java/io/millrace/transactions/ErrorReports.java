package io.millrace.transactions;

import java.util.function.Consumer;

/**
 * The user's error handler, which may fail as well. An exception of the handler ends no thread and no transaction: both
 * errors then go to the log, and if that fails too, to the thread's own handler. Any thread may report.
 */
final class ErrorReports implements Consumer<Throwable> {

    private final Consumer<Throwable> handler;

    ErrorReports(Consumer<Throwable> handler) {
        this.handler = handler;
    }

    @Override
    public void accept(Throwable error) {
        try {
            handler.accept(error);
        } catch (Throwable failure) {
            suppress(error, failure);
            log(error);
        }
    }

    /** Adds a later error to an earlier one, unless a driver has thrown the same object twice. */
    @SuppressWarnings("ReferenceEquality") // the same object is meant
    static void suppress(Throwable error, Throwable later) {
        if (later != error) {
            error.addSuppressed(later);
        }
    }

    private static void log(Throwable error) {
        try {
            System.getLogger(ErrorReports.class.getPackageName())
                    .log(
                            System.Logger.Level.ERROR,
                            "the handler of errors failed, and this is what it was told error=" + error,
                            error);
        } catch (Throwable failure) {
            uncaught(error);
        }
    }

    /** Calls the handler of the current thread, which may be the user's. */
    @SuppressWarnings("EmptyCatch") // there is no further handler
    static void uncaught(Throwable error) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        } catch (Throwable failure) {
            // as the JVM does with what such a handler throws
        }
    }
}
